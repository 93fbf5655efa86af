import { fieldsOf, isFields, pick, sameValue, unlessEmpty, type Fields } from './fields.ts';

/**
 * The difference between an element of the model (a node or an edge) and its base. The base is the same
 * element as a reader gets it from OTM's own keys in a file. `set` has the values for which the base has
 * no key, and `data` has such values of the element's `data`.
 *
 * `changed` and `changedData` have the values that differ: `from` is the value of the base, and `to` is
 * the value of the model. If the model lacks the key, `to` is missing. A change applies only while the
 * base still has the value `from`. If another tool has changed this value in the file, the new value is
 * used.
 */
export type Difference = { set?: Fields; data?: Fields; changed?: Fields; changedData?: Fields };

/** Returns a difference with `restore(base, difference(base, actual))` equal to `actual`. */
export const difference = (base: Fields, actual: Fields): Difference => {
  const inner = isFields(base['data']) && isFields(actual['data']);
  const top = inner ? compare(withoutData(base), withoutData(actual)) : compare(base, actual);
  const data = inner ? compare(fieldsOf(base['data']), fieldsOf(actual['data'])) : {};
  return {
    ...(top.added && { set: top.added }),
    ...(data.added && { data: data.added }),
    ...(top.changed && { changed: top.changed }),
    ...(data.changed && { changedData: data.changed }),
  };
};

/** Applies a difference from a file to a base. Values of the wrong shape are ignored. */
export const restore = (base: Fields, stored: Fields): Fields => {
  const top = amend(base, fieldsOf(stored['set']), fieldsOf(stored['changed']));
  if (!isFields(top['data'])) return top;
  const data = amend(top['data'], fieldsOf(stored['data']), fieldsOf(stored['changedData']));
  return { ...top, data };
};

const withoutData = (fields: Fields): Fields => pick(fields, (key) => key !== 'data');

const compare = (base: Fields, actual: Fields): { added?: Fields; changed?: Fields } => {
  const present = pick(actual, (_key, value) => value !== undefined);
  const added = Object.keys(present)
    .filter((key) => !Object.hasOwn(base, key))
    .toSorted();
  // The key must exist in `present`, because reading a missing key such as `__proto__` may return an
  // inherited value.
  const isSame = (key: string) => Object.hasOwn(present, key) && sameValue(base[key], present[key]);
  const changed = Object.keys(base).filter((key) => !isSame(key));
  const change = (key: string): Fields =>
    Object.hasOwn(present, key) ? { from: base[key], to: present[key] } : { from: base[key] };
  const result = {
    added: unlessEmpty(Object.fromEntries(added.map((key) => [key, present[key]]))),
    changed: unlessEmpty(Object.fromEntries(changed.map((key) => [key, change(key)]))),
  };
  return {
    ...(result.added && { added: result.added }),
    ...(result.changed && { changed: result.changed }),
  };
};

const amend = (base: Fields, added: Fields, changed: Fields): Fields => {
  const stands = (key: string): boolean => {
    const change = Object.hasOwn(changed, key) ? changed[key] : undefined;
    return !isFields(change) || !sameValue(change['from'], base[key]);
  };
  const replaced = Object.entries(changed).flatMap(([key, change]) =>
    isFields(change) && Object.hasOwn(change, 'to') && !stands(key) && Object.hasOwn(base, key)
      ? [[key, change['to']] as const]
      : [],
  );
  return {
    ...pick(base, stands),
    ...Object.fromEntries(replaced),
    ...pick(added, (key) => !Object.hasOwn(base, key)),
  };
};
