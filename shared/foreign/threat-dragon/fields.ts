import type { Position } from '../../canvas/document.ts';
import { fieldsOf, pick, type Fields } from '../../otm/fields.ts';

/** Returns a text or a number as text, and an empty text for any other value. */
export const text = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

export const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

export const pointOf = (value: unknown): Position | undefined => {
  const { x, y } = fieldsOf(value);
  const [left, top] = [numberOf(x), numberOf(y)];
  return left === undefined || top === undefined ? undefined : { x: left, y: top };
};

/** A key that version 1 puts into the objects that it shows. It says nothing about the model. */
const shownKey = '$$hashKey';

/** Returns the fields that are not known and not empty. */
export const others = (fields: Fields, known: readonly string[]): Fields =>
  pick(fields, (key, value) => key !== shownKey && !known.includes(key) && !isBlank(value));

const isBlank = (value: unknown): boolean =>
  value === '' || value === null || (typeof value === 'object' && Object.keys(value).length === 0);
