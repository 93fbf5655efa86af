import { fieldsOf, isFields, unlessEmpty, type Fields } from '../fields.ts';
import type { Leftover } from '../leftover.ts';
import { noNotes } from '../notes.ts';
import { record } from '../repair/record.ts';
import { invalid, type At, type Shape } from '../repair/rules.ts';

/**
 * Collects no notes, because repairs were reported when the file was read. In an export, repairs only
 * keep the document valid.
 */
const silent = (): At => ({ path: '$', notes: noNotes(), setAside: () => undefined });

/**
 * Returns preserved data without anything that the schema forbids. Anyone can write canvas data through
 * the API, and invalid data must not make an export impossible.
 */
export const soundLeftover = (shape: Shape, kept: unknown): Leftover => {
  const { raw, odd } = fieldsOf(kept);
  const all = unlessEmpty(soundFields(shape, fieldsOf(raw)));
  return { ...(all && { raw: all }), ...(isFields(odd) && { odd }) };
};

const soundFields = (shape: Shape, raw: Fields): Fields => {
  const rules = { ...shape.keys, ...shape.extras };
  return Object.fromEntries(
    Object.entries(raw).flatMap(([key, value]) => {
      const rule = Object.hasOwn(rules, key) ? rules[key] : undefined;
      const read = rule ? rule(value, silent()) : value;
      return read === invalid || read === undefined ? [] : [[key, read] as const];
    }),
  );
};

/** Returns a record that was stored unchanged, or `undefined` if it does not fit its shape. */
export const soundRecord = (shape: Shape, kept: unknown): Fields | undefined => {
  const read = record(shape)(kept, silent());
  return isFields(read) ? read : undefined;
};
