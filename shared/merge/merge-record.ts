import { mergeFields, valueAt, type Values } from './merge-fields.ts';

/**
 * The values of a field in three versions of a record. A value is `undefined` if its version does not
 * have the field.
 */
type FieldConflict = { field: string; base: unknown; mine: unknown; theirs: unknown };

export type RecordMerge = {
  /** The record to show to the person. In a conflict, it has the value of `mine`. */
  shown: Values;
  /**
   * The record to send. In a conflict, it has the value of `theirs`, so that nobody's work is
   * overwritten before the conflict is resolved.
   */
  sent: Values;
  /**
   * The base of the next merge. In a conflict, it has the value of the old base. Everywhere else, it has
   * the values of `theirs`.
   */
  base: Values;
  conflicts: FieldConflict[];
};

/**
 * Merges a record field by field. Long text that both sides changed is merged line by line.
 *
 * Without a base (both sides created the record, or the base was lost), a field in which the sides
 * differ is a conflict. A field that only one side has is taken from that side.
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
