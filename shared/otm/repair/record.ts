import { t } from '../../locales/texts.ts';
import {
  defined,
  fieldsOf,
  isEmpty,
  isFields,
  listOf,
  setField,
  unlessEmpty,
  type Fields,
} from '../fields.ts';
import { quoted } from '../notes.ts';
import { invalid, pathOf, type At, type Rule, type Shape } from './rules.ts';

/**
 * Returns a rule that converts a record to its shape.
 *
 * Values that do not fit move to a list, `attributes.parapet.odd.<key>`. An export writes them there
 * again. A record that cannot have attributes passes these values to its parent record.
 *
 * Values that a strict file has under `attributes.parapet.keys` move back to their original keys.
 */
export const record =
  (shape: Shape): Rule =>
  (value, at) =>
    repairRecord(value, shape, at, 0);

/**
 * Returns a rule for a list of records. An object in place of a list is a single record, or contains
 * records by ID.
 */
export const list =
  (shape: Shape): Rule =>
  (value, at) => {
    if (value === null) return undefined;
    const items = itemsOf(value, shape, at);
    if (!items) return invalid;
    const read = items.map((item, index) => {
      const place = `${at.path}[${index}]`;
      const repaired = repairRecord(item, shape, { ...at, path: place }, index);
      if (repaired === invalid && item !== null) {
        at.setAside(item);
        const message = t('imports:invalid', { value: quoted(item) });
        at.notes.repairs.push({ place, message });
      }
      return repaired;
    });
    const isUnchanged = items === value && read.every((item, index) => item === items[index]);
    return isUnchanged ? items : read.filter((item) => item !== invalid);
  };

const itemsOf = (value: unknown, shape: Shape, at: At): unknown[] | undefined => {
  if (Array.isArray(value)) return listOf(value);
  if (typeof value === 'string' && shape.fromText) return [value];
  if (!isFields(value)) return undefined;
  at.notes.repairs.push({ place: at.path, message: t('imports:list-from-object') });
  const single = Object.keys(value).some((key) => canonicalKey(key, shape) !== undefined);
  if (single) return [value];
  return Object.entries(value).map(([id, item]) => (isFields(item) ? { id, ...item } : item));
};

const repairRecord = (value: unknown, shape: Shape, at: At, index: number): unknown => {
  if (shape.fromText && (typeof value === 'string' || typeof value === 'number')) {
    const message = t('imports:as-reference', { value: quoted(value) });
    at.notes.repairs.push({ place: at.path, message });
    return repairRecord(shape.fromText(String(value)), shape, at, index);
  }
  if (!isFields(value)) return invalid;
  const own = unpacked(value, shape);
  const odd = new Map<string, unknown[]>(
    Object.entries(fieldsOf(own.appData['odd'])).map(([key, items]) => [key, listOf(items)]),
  );
  const known = withRules(renamed(own.record, shape, at), shape, at, (key, oddValue) => {
    if (own.attributed) odd.set(key, [...(odd.get(key) ?? []), oddValue]);
    else at.setAside(oddValue);
  });
  const added = missing(known, shape, at, index);
  const complete = isEmpty(added) ? known : { ...known, ...added };
  if (shape.required.some((key) => !Object.hasOwn(complete, key))) return invalid;
  const hasNoAttributes = isEmpty(own.attributes) && isEmpty(own.appData) && odd.size === 0;
  if (!own.attributed || hasNoAttributes) return complete;
  const appData = defined({ ...own.appData, odd: unlessEmpty(Object.fromEntries(odd)) });
  const attributes = defined({ ...own.attributes, parapet: unlessEmpty(appData) });
  return defined({ ...complete, attributes: unlessEmpty(attributes) });
};

/** Applies the rule of each key. Returns the record itself if nothing changes, as in most files. */
const withRules = (
  value: Fields,
  shape: Shape,
  at: At,
  setAsideFrom: (key: string, oddValue: unknown) => void,
): Fields => {
  const { rules } = indexOf(shape);
  const { notes } = at;
  const read: Fields = {};
  let isChanged = false;
  for (const key of Object.keys(value)) {
    const item = value[key];
    const rule = rules.get(key);
    const setAside = (oddValue: unknown): void => setAsideFrom(key, oddValue);
    const readItem = rule
      ? ruled(rule, item, { notes, path: pathOf(at.path, key), setAside })
      : item;
    if (readItem !== item || item === undefined) isChanged = true;
    if (readItem !== undefined) setField(read, key, readItem);
  }
  return isChanged ? read : value;
};

type Unpacked = { record: Fields; attributes: Fields; appData: Fields; attributed: boolean };

const unpacked = (value: Fields, shape: Shape): Unpacked => {
  if (!Object.hasOwn(shape.keys, 'attributes')) {
    return { record: value, attributes: {}, appData: {}, attributed: false };
  }
  if (!Object.hasOwn(value, 'attributes')) {
    return { record: value, attributes: {}, appData: {}, attributed: true };
  }
  const { attributes, ...rest } = value;
  const { parapet, ...foreign } = fieldsOf(attributes);
  const { keys, ...appData } = isFields(parapet) ? parapet : { odd: oddly('parapet', parapet) };
  // If `attributes` is not an object, it stays in the record, where the rule for attributes sets it
  // aside.
  const plain = isFields(attributes) || attributes === undefined ? rest : value;
  const merged = { ...fieldsOf(keys), ...plain };
  return { record: merged, attributes: foreign, appData, attributed: true };
};

const oddly = (key: string, value: unknown): Fields =>
  value === undefined || value === null ? {} : { [key]: [value] };

const renamed = (value: Fields, shape: Shape, at: At): Fields => {
  const keys = Object.keys(value);
  const { rules, spellings } = indexOf(shape);
  if (keys.every((key) => rules.has(key) || !spellings.has(bare(key)))) return value;
  const taken = new Set(keys);
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const known = canonicalKey(key, shape);
      if (known === undefined || known === key || taken.has(known)) return [key, item];
      taken.add(known);
      const message = t('imports:renamed', { key: quoted(known) });
      at.notes.repairs.push({ place: pathOf(at.path, key), message });
      return [known, item];
    }),
  );
};

const canonicalKey = (key: string, shape: Shape): string | undefined => {
  const { rules, spellings } = indexOf(shape);
  return rules.has(key) ? key : spellings.get(bare(key));
};

type Index = {
  rules: Map<string, Rule>;
  spellings: Map<string, string>;
  defaults: [key: string, make: (record: Fields, index: number) => unknown][];
};

/**
 * The index of each shape. The indexes are cached, because each key of each record in a large file is
 * looked up.
 */
const indexes = new WeakMap<Shape, Index>();

const indexOf = (shape: Shape): Index => {
  const known = indexes.get(shape);
  if (known) return known;
  const rules = new Map(Object.entries({ ...shape.keys, ...shape.extras }));
  const spellings = new Map([
    ...Object.entries(shape.aliases ?? {}).map(([key, meant]) => [bare(key), meant] as const),
    ...[...rules.keys()].map((key) => [bare(key), key] as const),
  ]);
  const index = { rules, spellings, defaults: Object.entries(shape.defaults ?? {}) };
  indexes.set(shape, index);
  return index;
};

const bare = (key: string): string => key.toLowerCase().replaceAll(/[\s_-]/g, '');

const ruled = (rule: Rule, value: unknown, at: At): unknown => {
  const read = rule(value, at);
  if (read !== invalid) return read;
  if (value === null) return undefined;
  at.setAside(value);
  const message = t('imports:invalid', { value: quoted(value) });
  at.notes.repairs.push({ place: at.path, message });
  return undefined;
};

/** Adds default values. A later default may use an earlier one, such as a name that uses the ID. */
const missing = (known: Fields, shape: Shape, at: At, index: number): Fields => {
  const absent = indexOf(shape).defaults.filter(([key]) => !Object.hasOwn(known, key));
  if (absent.length === 0) return {};
  const added = new Map<string, unknown>();
  for (const [key, make] of absent) {
    const value = make({ ...known, ...Object.fromEntries(added) }, index);
    const message = t('imports:missing', { key: quoted(key), value: quoted(value) });
    at.notes.repairs.push({ place: at.path, message });
    added.set(key, value);
  }
  return Object.fromEntries(added);
};
