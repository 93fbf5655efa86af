import { mergeText } from './merge-text.ts';
import { same } from './same-value.ts';

export type Values = Record<string, unknown>;

export type FieldRules = {
  /**
   * Returns all fields of the unit that contains this field, or `undefined` if the field is in no unit.
   */
  unitOf?: (field: string) => readonly string[] | undefined;
  isLong: (field: string, texts: readonly [base: string, mine: string, theirs: string]) => boolean;
};

export type MergedFields = {
  /** The merged values. In a conflict, these are the values of `mine`. */
  shown: Values;
  /** The merged values. In a conflict, these are the values of `theirs`. */
  sent: Values;
  /**
   * The base of the next merge. In a conflict, it has the values of the old base. Everywhere else, it
   * has the values of `theirs`.
   */
  base: Values;
  /** The fields in which the sides differ, in all units that could not be merged. */
  conflicts: string[];
};

/**
 * Returns the value of a field, but `undefined` for a field that every object inherits, such as
 * `toString`.
 */
export const valueAt = (values: Values, field: string): unknown =>
  Object.hasOwn(values, field) ? values[field] : undefined;

/**
 * Merges each unit of fields on its own. If only one side changed a unit, the values of that side are
 * used.
 */
export const mergeFields = (
  base: Values,
  mine: Values,
  theirs: Values,
  rules: FieldRules,
): MergedFields => {
  const entries: Record<'shown' | 'sent' | 'base', [string, unknown][]> = {
    shown: [],
    sent: [],
    base: [],
  };
  const conflicts: string[] = [];
  for (const unit of unitsOf([base, mine, theirs], rules)) {
    const differ = (one: Values, other: Values): boolean =>
      unit.some((field) => !same(valueAt(one, field), valueAt(other, field)));
    const merged = mergeUnit({ base, mine, theirs }, unit, differ, rules);
    for (const field of unit) {
      const own = valueAt(mine, field);
      const foreign = valueAt(theirs, field);
      entries.shown.push([field, merged ? valueAt(merged, field) : own]);
      entries.sent.push([field, merged ? valueAt(merged, field) : foreign]);
      entries.base.push([field, merged ? foreign : valueAt(base, field)]);
      if (!merged && !same(own, foreign)) conflicts.push(field);
    }
  }
  return {
    shown: definedFrom(entries.shown),
    sent: definedFrom(entries.sent),
    base: definedFrom(entries.base),
    conflicts,
  };
};

type Three = { base: Values; mine: Values; theirs: Values };

/** Returns the merged values of a unit, or `null` for a conflict. */
const mergeUnit = (
  { base, mine, theirs }: Three,
  unit: readonly string[],
  differ: (one: Values, other: Values) => boolean,
  { isLong }: FieldRules,
): Values | null => {
  if (!differ(base, mine) || !differ(mine, theirs)) return theirs;
  if (!differ(base, theirs)) return mine;
  const [field] = unit;
  if (field === undefined || unit.length > 1) return null;
  const [o, a, b] = [valueAt(base, field), valueAt(mine, field), valueAt(theirs, field)];
  if (typeof o !== 'string' || typeof a !== 'string' || typeof b !== 'string') return null;
  const text = isLong(field, [o, a, b]) ? mergeText(o, a, b) : null;
  return text === null ? null : Object.fromEntries([[field, text]]);
};

const unitsOf = (sides: readonly Values[], { unitOf }: FieldRules): (readonly string[])[] => {
  const seen = new Set<string>();
  const units: (readonly string[])[] = [];
  for (const field of sides.flatMap((side) => Object.keys(side))) {
    if (seen.has(field)) continue;
    const unit = unitOf?.(field) ?? [field];
    for (const each of unit) seen.add(each);
    units.push(unit);
  }
  return units;
};

const definedFrom = (entries: readonly [string, unknown][]): Values =>
  Object.fromEntries(entries.filter(([, value]) => value !== undefined));
