import { z } from 'zod';
import { canvasDocumentSchema } from '#shared/canvas/document.ts';
import { list } from '#shared/records/field.ts';

/**
 * Converts a value in a response to the form of the contract. `field` is the path of the value for error
 * messages, such as `items[3].canvas`.
 *
 * A reader is created once for each schema. To avoid copies, it changes the value itself, which was just
 * parsed and has no other owner. It does not visit values that never need a change.
 */
export type Reader = (value: unknown, field: string) => unknown;
export type Fields = Record<string, unknown>;

const asItIs: Reader = (value) => value;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const within = (field: string, part: string): string => (field === '' ? part : `${field}.${part}`);

/**
 * Thrown for a field of a response that cannot be read. The code that catches the error adds the
 * endpoint.
 */
export class UnreadableField extends Error {
  readonly field: string;

  constructor(field: string, what: string) {
    super(what);
    this.field = field;
  }
}

/** Returns the items of a list, which may be in an envelope. Returns an empty list for `null`. */
export const itemsOf = (value: unknown, field: string): unknown[] => {
  if (value === null) return [];
  const items = isFields(value) ? value['items'] : value;
  if (!Array.isArray(items)) throw new UnreadableField(field, 'isn’t a list');
  return items;
};

const listReader = (item: z.ZodType): Reader => {
  const read = readerOf(item);
  return (value, field) => {
    const items = itemsOf(value, field);
    if (read === asItIs) return items;
    for (const [index, each] of items.entries()) items[index] = read(each, `${field}[${index}]`);
    return items;
  };
};

/**
 * Returns a reader of objects. An absent field stays absent, because sync would take an empty field for
 * one that somebody cleared. An absent list of other records becomes an empty list, so that callers can
 * iterate over it.
 */
const objectReader = (schema: z.ZodObject): Reader => {
  const fields = Object.entries(schema.shape).flatMap(([key, field]) => {
    const read = readerOf(classic(field));
    return read === asItIs
      ? []
      : [{ key, read, isList: field instanceof z.ZodArray && field !== list.output }];
  });
  return (value, field) => {
    if (!isFields(value)) return value;
    for (const { key, read, isList } of fields) {
      if (Object.hasOwn(value, key)) value[key] = read(value[key], within(field, key));
      else if (isList) value[key] = [];
    }
    return value;
  };
};

/**
 * Reads a drawing without checking each node and edge, because a drawing may have ten thousand of them.
 */
const drawingReader: Reader = (value, field) => {
  const drawing = value === null ? {} : value;
  if (!isFields(drawing)) throw new UnreadableField(field, 'isn’t a canvas');
  for (const part of ['nodes', 'edges']) {
    drawing[part] = itemsOf(drawing[part] ?? null, within(field, part));
  }
  return drawing;
};

/**
 * Reads text. `null`, which the API does not allow, becomes an empty text. A number, which may be an ID,
 * becomes text.
 */
const textReader: Reader = (value) => {
  if (value === null) return '';
  return typeof value === 'number' ? String(value) : value;
};

/** Returns a reader that replaces `null` with `instead`. */
const unlessNull = (schema: z.ZodType, instead: null | undefined): Reader => {
  const read = readerOf(schema);
  return (value, field) => (value === null ? instead : read(value, field));
};

/**
 * Returns a schema with the type of zod's classic API. The declared type of `unwrap` and similar methods
 * is that of zod's core.
 */
const classic = (schema: unknown): z.ZodType =>
  schema instanceof z.ZodType ? schema : z.unknown();

/** Tells if a schema is plain text, which may be empty. A time is a string too, but cannot be empty. */
const isPlainText = (schema: z.ZodType): boolean =>
  schema instanceof z.ZodString && schema.format === null;

export const readerOf = (schema: z.ZodType): Reader => {
  if (schema === canvasDocumentSchema) return drawingReader;
  if (schema instanceof z.ZodObject) return objectReader(schema);
  if (schema instanceof z.ZodArray) return listReader(classic(schema.element));
  if (schema instanceof z.ZodNullable) return unlessNull(classic(schema.unwrap()), null);
  if (schema instanceof z.ZodOptional) return unlessNull(classic(schema.unwrap()), undefined);
  return isPlainText(schema) ? textReader : asItIs;
};
