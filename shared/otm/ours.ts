import {
  defined,
  fieldsOf,
  isFields,
  listOf,
  pick,
  sameValue,
  unlessEmpty,
  type Fields,
} from './fields.ts';

/** What this application wrote into a record of a file. */
export const oursOf = (record: Fields): Fields =>
  fieldsOf(fieldsOf(record['attributes'])['parapet']);

/** What is odd stands in lists by key. */
const together = (one: Fields, other: Fields): Fields => ({
  ...one,
  ...Object.fromEntries(
    Object.entries(other).map(([key, items]) => {
      const before = Object.hasOwn(one, key) ? listOf(one[key]) : [];
      return [key, [...before, ...listOf(items)]];
    }),
  ),
});

/** A record that is kept whole, without what says nothing. */
export const meaningful = (record: Fields): Fields =>
  pick(record, (_key, value) => !saysNothing(value));

/**
 * What a record of a file says beyond what the model holds: `raw` are keys as they were, `odd` is
 * what did not fit the schema or pointed nowhere.
 */
export type Leftover = { raw?: Fields; odd?: Fields };

/**
 * Everything of a record but the keys that the model holds (`said`) and those that we would write
 * anyway (`derived`).
 */
export const leftoverOf = (
  record: Fields,
  said: readonly string[],
  derived: Fields = {},
  repaired: Fields = {},
): Leftover => {
  const isDerived = (key: string, value: unknown) =>
    Object.hasOwn(derived, key) && sameValue(derived[key], value);
  const { parapet: _ours, ...attributes } = fieldsOf(record['attributes']);
  const own = pick(
    record,
    (key, value) =>
      key !== 'attributes' &&
      key !== 'metaData' &&
      !saysNothing(value) &&
      !said.includes(key) &&
      !isDerived(key, value),
  );
  const raw = unlessEmpty(
    defined({
      ...own,
      metaData: layoutOf(record['metaData'], fieldsOf(derived['metaData'])),
      attributes: unlessEmpty(attributes),
    }),
  );
  const odd = unlessEmpty(together(fieldsOf(oursOf(record)['odd']), repaired));
  return { ...(raw && { raw }), ...(odd && { odd }) };
};

const saysNothing = (value: unknown): boolean =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0);

const layoutOf = (metaData: unknown, derived: Fields): unknown => {
  if (!isFields(metaData)) return saysNothing(metaData) ? undefined : metaData;
  return unlessEmpty(
    pick(
      metaData,
      (key, value) => !(Object.hasOwn(derived, key) && sameValue(derived[key], value)),
    ),
  );
};
