import { z } from 'zod';
import { canvasDocumentSchema } from '#shared/canvas/document.ts';

/**
 * Gives what a value of an answer means. `field` says where it stands, such as `items[3].canvas`,
 * to name it when it fails.
 *
 * A reader is made of a schema once. What it is given was parsed a moment ago and belongs to nobody
 * else: it is put right where it stands, so that nothing is copied, and what needs nothing put
 * right is not walked at all.
 */
export type Reader = (value: unknown, field: string) => unknown;
export type Fields = Record<string, unknown>;

const asItIs: Reader = (value) => value;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const within = (field: string, part: string): string => (field === '' ? part : `${field}.${part}`);

/** A field that cannot be understood; whoever knows the endpoint says so of it. */
export class UnreadableField extends Error {
  readonly field: string;

  constructor(field: string, what: string) {
    super(what);
    this.field = field;
  }
}

/** A list may come in an envelope; null is an empty one. */
export const itemsOf = (value: unknown, field: string): unknown[] => {
  if (value === null) return [];
  const items = isFields(value) ? value['items'] : value;
  if (!Array.isArray(items)) throw new UnreadableField(field, 'is no list');
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
 * An absent field stays absent: sync would take an empty one for a field that somebody emptied. An
 * absent list is an empty one, for whoever reads it walks it.
 */
const objectReader = (schema: z.ZodObject): Reader => {
  const fields = Object.entries(schema.shape).flatMap(([key, field]) => {
    const read = readerOf(classic(field));
    return read === asItIs ? [] : [{ key, read, isList: field instanceof z.ZodArray }];
  });
  return (value, place) => {
    if (!isFields(value)) return value;
    for (const { key, read, isList } of fields) {
      if (Object.hasOwn(value, key)) value[key] = read(value[key], within(place, key));
      else if (isList) value[key] = [];
    }
    return value;
  };
};

/** Nodes and edges are as they are: ten thousand of them are not looked at one by one. */
const drawingReader: Reader = (value, field) => {
  const drawing = value === null ? {} : value;
  if (!isFields(drawing)) throw new UnreadableField(field, 'is no drawing');
  for (const part of ['nodes', 'edges']) {
    drawing[part] = itemsOf(drawing[part] ?? null, within(field, part));
  }
  return drawing;
};

/** A text that is documented as never null is empty; a number may be somebody's id. */
const textReader: Reader = (value) => {
  if (value === null) return '';
  return typeof value === 'number' ? String(value) : value;
};

/** What reads everything but null, which is `instead`. */
const unlessNull = (schema: z.ZodType, instead: null | undefined): Reader => {
  const read = readerOf(schema);
  return (value, field) => (value === null ? instead : read(value, field));
};

/** `unwrap` and the like give zod's core types, which are the classic ones here. */
const classic = (schema: unknown): z.ZodType =>
  schema instanceof z.ZodType ? schema : z.unknown();

/** Times are texts too, but an empty one is none. */
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
