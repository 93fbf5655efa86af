/** A JSON object that is not validated yet. */
export type Fields = Record<string, unknown>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

/**
 * Returns the wanted fields. Files may contain keys such as `__proto__`, so objects are created only
 * with spread and `Object.fromEntries`, which define keys. `object[key] = value` would call the setter.
 */
export const pick = (fields: Fields, wanted: (key: string, value: unknown) => boolean): Fields => {
  const keys = Object.keys(fields);
  const wantedKeys = keys.filter((key) => wanted(key, fields[key]));
  // If no key is removed, as in most records, a spread is much faster than building pairs.
  return wantedKeys.length === keys.length
    ? { ...fields }
    : Object.fromEntries(wantedKeys.map((key) => [key, fields[key]]));
};

/** Removes keys with undefined values, which JSON cannot represent. */
export const defined = (fields: Fields): Fields =>
  pick(fields, (_key, value) => value !== undefined);

export const isEmpty = (fields: Fields): boolean => Object.keys(fields).length === 0;

/** Returns undefined for an empty object, so that `defined` removes it. */
export const unlessEmpty = (fields: Fields): Fields | undefined =>
  isEmpty(fields) ? undefined : fields;

/** Tells if two JSON values are equal. The order of keys does not matter. */
export const sameValue = (one: unknown, other: unknown): boolean => {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, at) => sameValue(item, other[at]));
  }
  if (!isFields(one) || !isFields(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && sameValue(one[key], other[key]))
  );
};
