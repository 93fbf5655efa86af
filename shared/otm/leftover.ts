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

/** Returns the data that this app wrote into a record of a file. */
export const appDataOf = (record: Fields): Fields =>
  fieldsOf(fieldsOf(record['attributes'])['parapet']);

/** Joins two objects that have a list of invalid values for each key. */
const together = (one: Fields, other: Fields): Fields => ({
  ...one,
  ...Object.fromEntries(
    Object.entries(other).map(([key, items]) => {
      const before = Object.hasOwn(one, key) ? listOf(one[key]) : [];
      return [key, [...before, ...listOf(items)]];
    }),
  ),
});

/** Returns a whole record without empty values. */
export const meaningful = (record: Fields): Fields =>
  pick(
    defined({ ...record, metaData: layoutOf(record['metaData'], {}) }),
    (_key, value) => !saysNothing(value),
  );

/**
 * The data in a file's record for which the model has no field. `raw` has unchanged keys. `odd` has
 * values that do not fit the schema or refer to missing records.
 */
export type Leftover = { raw?: Fields; odd?: Fields };

/**
 * Returns all keys of a record, except the keys that the model stores (`stored`) and the keys that an
 * export writes anyway (`derived`).
 */
export const leftoverOf = (
  record: Fields,
  stored: readonly string[],
  derived: Fields = {},
  repaired: Fields = {},
): Leftover => {
  const isDerived = (key: string, value: unknown) =>
    Object.hasOwn(derived, key) && sameValue(derived[key], value);
  const { parapet: _appData, ...attributes } = fieldsOf(record['attributes']);
  const own = pick(
    record,
    (key, value) =>
      key !== 'attributes' &&
      key !== 'metaData' &&
      !saysNothing(value) &&
      !stored.includes(key) &&
      !isDerived(key, value),
  );
  const raw = unlessEmpty(
    defined({
      ...own,
      metaData: layoutOf(record['metaData'], fieldsOf(derived['metaData'])),
      attributes: unlessEmpty(attributes),
    }),
  );
  const odd = unlessEmpty(together(fieldsOf(appDataOf(record)['odd']), repaired));
  return { ...(raw && { raw }), ...(odd && { odd }) };
};

const saysNothing = (value: unknown): boolean =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0);

const layoutOf = (metaData: unknown, derived: Fields): unknown => {
  if (!isFields(metaData)) return saysNothing(metaData) ? undefined : metaData;
  return unlessEmpty(
    pick(
      metaData,
      (key, value) =>
        !isBlank(value) && !(Object.hasOwn(derived, key) && sameValue(derived[key], value)),
    ),
  );
};

/**
 * Tells if a value is empty, or is an object with only empty values. The service's dialect writes empty
 * values for an unknown layout, such as `textStyle: { isBold: null }`.
 */
const isBlank = (value: unknown): boolean =>
  saysNothing(value) || (isFields(value) && Object.values(value).every(saysNothing));
