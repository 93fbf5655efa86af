import { isFields } from '../otm/fields.ts';

/**
 * Tells if two JSON values are equal. A missing key equals a key with an undefined value, and the order
 * of keys does not matter. Identical objects are equal without a comparison of their keys.
 */
export const same = (one: unknown, other: unknown): boolean => {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object') return false;
  if (Array.isArray(one)) {
    return (
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((item, at) => same(item, other[at]))
    );
  }
  return isFields(one) && isFields(other) && sameFields(one, other);
};

const sameFields = (one: Record<string, unknown>, other: Record<string, unknown>): boolean => {
  let defined = 0;
  for (const key of Object.keys(one)) {
    const value = one[key];
    if (value === undefined) continue;
    // The key must exist, because reading a missing key such as `__proto__` may return an inherited
    // value.
    if (!Object.hasOwn(other, key) || !same(value, other[key])) return false;
    defined += 1;
  }
  const keys = Object.keys(other);
  return keys.length === defined || countDefined(other, keys) === defined;
};

const countDefined = (fields: Record<string, unknown>, keys: string[]): number =>
  keys.filter((key) => fields[key] !== undefined).length;
