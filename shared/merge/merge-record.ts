import { mergeFields, valueAt, type Values } from './merge-fields.ts';

/** A value that is undefined is not there. */
type FieldConflict = { field: string; base: unknown; mine: unknown; theirs: unknown };

export type RecordMerge = {
  /** What is seen here: mine where both sides changed the same. */
  shown: Values;
  /** What is sent: theirs there, so that nobody's work is overwritten before it is decided. */
  sent: Values;
  /** From where the next merge starts: the origin there, theirs elsewhere. */
  base: Values;
  conflicts: FieldConflict[];
};

/**
 * Merges a record field by field. A long text that both sides changed merges by line.
 *
 * Without a base (both sides have made the record, or its origin was lost) a field that both sides
 * have is a conflict where they differ; one that only one side has is taken.
 */
export const mergeRecord = (
  base: Values | null,
  mine: Values,
  theirs: Values,
  longTexts: ReadonlySet<string>,
): RecordMerge => {
  const origin = base ?? {};
  const merged = mergeFields(origin, mine, theirs, { isLong: (field) => longTexts.has(field) });
  const conflicts = merged.conflicts.map((field) => ({
    field,
    base: valueAt(origin, field),
    mine: valueAt(mine, field),
    theirs: valueAt(theirs, field),
  }));
  return { ...merged, conflicts };
};
