import { isFields, type Fields } from '../fields.ts';
import { quoted, type Notes } from '../notes.ts';

/** Where a value stands, and what to do with one that cannot stay there. */
export type At = { place: string; notes: Notes; setAside: (value: unknown) => void };

/** A rule gives the value as the schema wants it, undefined to drop a null, or `invalid`. */
export const invalid = Symbol('invalid');
export type Rule = (value: unknown, at: At) => unknown;

/** A JSON path from the document down: `components[3].parent`. */
export const placeOf = (place: string, key: string): string =>
  place === '' ? key : `${place}.${key}`;

const repaired = (at: At, message: string): void => {
  at.notes.repairs.push({ place: at.place, message });
};

export const text: Rule = (value, at) => {
  if (typeof value === 'string') return value;
  if (typeof value !== 'number' && typeof value !== 'boolean') return invalid;
  repaired(at, `${value} read as a text`);
  return String(value);
};

export const number: Rule = (value, at) => {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '') return invalid;
  const read = Number(value);
  if (!Number.isFinite(read)) return invalid;
  repaired(at, `${quoted(value)} read as a number`);
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
  repaired(at, `${quoted(value)} read as ${read}`);
  return read;
};

export const fields: Rule = (value) => (isFields(value) ? value : invalid);

/** For keys whose null says nothing. */
export const orNull =
  (rule: Rule): Rule =>
  (value, at) =>
    value === null ? null : rule(value, at);

export const orNothing =
  (rule: Rule): Rule =>
  (value, at) =>
    value === null ? undefined : rule(value, at);

/** A single text counts as a list of one. Items that are no texts are set aside. */
export const texts: Rule = (value, at) => {
  const items: unknown[] = Array.isArray(value) ? value : [value];
  if (!Array.isArray(value)) {
    if (isFields(value)) return invalid;
    repaired(at, `${quoted(value)} read as a list of one`);
  }
  return items.flatMap((item, index) => {
    if (item === null) return [];
    const read = text(item, { ...at, place: `${at.place}[${index}]` });
    if (read === invalid) at.setAside(item);
    return read === invalid ? [] : [read];
  });
};

/** The keys of a record in the schema's order, each with its rule. */
export type Shape = {
  keys: Record<string, Rule>;
  /** Keys beyond the schema that we read all the same. */
  extras?: Record<string, Rule>;
  /** Misspellings and other tools' names; differences of case and hyphens need no entry. */
  aliases?: Record<string, string>;
  /** Values of required keys that are missing; a record that lacks one without default is invalid. */
  defaults?: Record<string, (record: Fields, index: number) => unknown>;
  required: string[];
  /** What a bare text or number in place of the record means. */
  fromText?: (text: string) => Fields;
};
