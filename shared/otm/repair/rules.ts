import { t } from '../../locales/texts.ts';
import { isFields, type Fields } from '../fields.ts';
import { quoted, type Notes } from '../notes.ts';

/** The path of a value, the notes for the report, and a function that stores values that do not fit. */
export type At = { path: string; notes: Notes; setAside: (value: unknown) => void };

/** A rule returns the value as the schema requires it, `undefined` to remove a null, or `invalid`. */
export const invalid = Symbol('invalid');
export type Rule = (value: unknown, at: At) => unknown;

/** Returns the path of a key in the document, such as `components[3].parent`. */
export const pathOf = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`);

const repaired = (at: At, message: string): void => {
  at.notes.repairs.push({ place: at.path, message });
};

export const text: Rule = (value, at) => {
  if (typeof value === 'string') return value;
  if (typeof value !== 'number' && typeof value !== 'boolean') return invalid;
  repaired(at, t('imports:as-text', { value: String(value) }));
  return String(value);
};

export const number: Rule = (value, at) => {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '') return invalid;
  const read = Number(value);
  if (!Number.isFinite(read)) return invalid;
  repaired(at, t('imports:as-number', { value: quoted(value) }));
  return read;
};

const flags = new Map<unknown, boolean>([
  ['true', true],
  ['false', false],
  [1, true],
  [0, false],
]);

export const flag: Rule = (value, at) => {
  if (typeof value === 'boolean') return value;
  const read = flags.get(value);
  if (read === undefined) return invalid;
  repaired(at, t('imports:as-value', { value: quoted(value), meant: String(read) }));
  return read;
};

export const fields: Rule = (value) => (isFields(value) ? value : invalid);

/** Returns a rule that also accepts null, and leaves it as it is. (`orNothing` removes it.) */
export const orNull =
  (rule: Rule): Rule =>
  (value, at) =>
    value === null ? null : rule(value, at);

export const orNothing =
  (rule: Rule): Rule =>
  (value, at) =>
    value === null ? undefined : rule(value, at);

/** Accepts a single text as a list of one. Items that are not text are passed to `setAside`. */
export const texts: Rule = (value, at) => {
  const items: unknown[] = Array.isArray(value) ? value : [value];
  if (!Array.isArray(value)) {
    if (isFields(value)) return invalid;
    repaired(at, t('imports:as-list', { value: quoted(value) }));
  }
  return items.flatMap((item, index) => {
    if (item === null) return [];
    const read = text(item, { ...at, path: `${at.path}[${index}]` });
    if (read === invalid) at.setAside(item);
    return read === invalid ? [] : [read];
  });
};

/** The keys of a record in schema order, each with its rule. */
export type Shape = {
  keys: Record<string, Rule>;
  /** Keys that are not in the schema, but are read too. */
  extras?: Record<string, Rule>;
  /** Misspelled keys, and keys of other tools. Differences of case and hyphens need no entry. */
  aliases?: Record<string, string>;
  /**
   * Values for missing required keys. A record is invalid if it lacks a required key without a default.
   */
  defaults?: Record<string, (record: Fields, index: number) => unknown>;
  required: string[];
  /** Makes a record from a text or a number that the file has in place of the record. */
  fromText?: (text: string) => Fields;
};
