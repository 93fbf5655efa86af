/** A JSON object that is not validated yet. */
export type Fields = Record<string, unknown>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

/**
 * Sets a field. Files may contain the key `__proto__`, for which `fields[key] = value` would call the
 * setter.
 */
export const setField = (fields: Fields, key: string, value: unknown): void => {
  if (key === '__proto__') {
    const options = { enumerable: true, configurable: true, writable: true };
    Object.defineProperty(fields, key, { value, ...options });
  } else fields[key] = value;
};

/** Returns the wanted fields. The loop takes half the time of `Object.fromEntries`. */
export const pick = (fields: Fields, wanted: (key: string, value: unknown) => boolean): Fields => {
  const picked: Fields = {};
  for (const key of Object.keys(fields)) {
    const value = fields[key];
    if (wanted(key, value)) setField(picked, key, value);
  }
  return picked;
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
