import { mergeFields, valueAt, type Values } from './merge-fields.ts';

/** An undefined value means that the field does not exist. */
type FieldConflict = { field: string; base: unknown; mine: unknown; theirs: unknown };

export type RecordMerge = {
  /** The record shown here, with my values where both sides conflict. */
  shown: Values;
  /**
   * The record to send, with their values where both sides conflict, so that nobody's work is overwritten
   * before the conflicts are resolved.
   */
  sent: Values;
  /**
   * The base of the next merge: the old base where both sides conflict, and otherwise their values.
   */
  base: Values;
  conflicts: FieldConflict[];
};

/**
 * Merges a record field by field. Long text that both sides changed is merged by line.
 *
 * Without a base (both sides created the record, or the base was lost), a field that differs is a
 * conflict, and a field on only one side is taken.
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
