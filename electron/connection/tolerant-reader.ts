import { z } from 'zod';
import { notJson } from './answer-body.ts';
import { UnreadableAnswer } from './answer-failures.ts';
import type { Endpoint } from './endpoint-of.ts';
import {
  isFields,
  itemsOf,
  readerOf,
  UnreadableField,
  type Fields,
  type Reader,
} from './field-reader.ts';

/**
 * Reads the parsed JSON of a response, or `undefined` if the response had no body. `input` is the input
 * of the call.
 */
type AnswerReader = (value: unknown, input: unknown) => unknown;

const identified = (value: unknown, field: string): Fields => {
  if (isFields(value) && typeof value['id'] === 'string' && value['id'] !== '') return value;
  throw new UnreadableField(field === '' ? 'id' : `${field}.id`, 'is missing');
};

const namesId = (schema: unknown): boolean => schema instanceof z.ZodObject && 'id' in schema.shape;

const identifiedReader = (schema: z.ZodObject): Reader => {
  const read = readerOf(schema);
  return (value, field) => identified(read(value, field), field);
};

/**
 * Returns a reader of catalogs. A catalog needs no ID, but without its lists of entries it is
 * unreadable.
 */
const catalogReader = (schema: z.ZodObject): Reader => {
  const read = readerOf(schema);
  const lists = Object.keys(schema.shape).filter((key) => schema.shape[key] instanceof z.ZodArray);
  return (value, field) => {
    if (!isFields(value)) throw new UnreadableField(field, 'isn’t a record');
    const missing = lists.find((key) => !Object.hasOwn(value, key));
    if (missing !== undefined) throw new UnreadableField(missing, 'is missing');
    return read(value, field);
  };
};

const bareListReader = (schema: z.ZodArray): Reader => {
  const read = readerOf(schema);
  return (value, field) => {
    const items = itemsOf(read(value, field), field);
    if (namesId(schema.element)) {
      for (const [index, item] of items.entries()) identified(item, `${field}[${index}]`);
    }
    return items;
  };
};

const asked = z
  .object({ limit: z.number().default(20), page: z.number().default(1) })
  .catch({ limit: 20, page: 1 });

/**
 * Estimates the total count if the service does not report it. After a full page, at least one more item
 * is assumed. A page with more items than requested is taken for the whole list.
 */
const presumedCount = (length: number, input: unknown): number => {
  const { limit, page } = asked.parse(input);
  if (length > limit) return length;
  return (Math.max(1, page) - 1) * limit + length + (length === limit ? 1 : 0);
};

const envelopeReader = (list: z.ZodArray): AnswerReader => {
  const read = bareListReader(list);
  return (value, input) => {
    const envelope = isFields(value) ? value : { items: value };
    if (envelope['items'] === undefined) throw new UnreadableField('items', 'is missing');
    const items = itemsOf(read(envelope['items'], 'items'), 'items');
    const reported = envelope['count'];
    const count = typeof reported === 'number' ? reported : presumedCount(items.length, input);
    return Object.assign(envelope, { items, count });
  };
};

const valueReader = (schema: z.ZodType): AnswerReader => {
  if (schema instanceof z.ZodUndefined) return () => undefined;
  if (schema instanceof z.ZodArray) return (value) => bareListReader(schema)(value, '');
  if (!(schema instanceof z.ZodObject)) return (value) => value;
  const { items, count } = schema.shape;
  if (count && items instanceof z.ZodArray) return envelopeReader(items);
  const read = namesId(schema) ? identifiedReader(schema) : catalogReader(schema);
  return (value) => read(value, '');
};

/**
 * Tells if the response to a write lacks the record or its ID. The call then returns `null`, so that its
 * caller reads the record.
 */
const lacksRecord = (value: unknown, output: z.ZodType): boolean =>
  value === undefined ||
  value === null ||
  (namesId(output) && isFields(value) && (value['id'] ?? null) === null);

const answerReader = ({ name, method, output }: Endpoint): AnswerReader => {
  const read = valueReader(output);
  const isWritten = method !== 'GET' && !(output instanceof z.ZodUndefined);
  return (value, input) => {
    if (value === notJson) throw new UnreadableAnswer(name, null, 'isn’t valid JSON');
    if (isWritten && lacksRecord(value, output)) return null;
    try {
      return read(value ?? null, input);
    } catch (error) {
      if (!(error instanceof UnreadableField)) throw error;
      throw new UnreadableAnswer(name, error.field === '' ? null : error.field, error.message);
    }
  };
};

/**
 * Creates a reader for responses of any implementation of the API. Unknown fields and values stay.
 * Equivalent forms are converted to the form of the contract. For anything unreadable, the reader throws
 * an `UnreadableAnswer`.
 */
export const createTolerantReader = () => {
  const readers = new Map<string, AnswerReader>();

  return (endpoint: Endpoint, value: unknown, input: unknown): unknown => {
    const read = readers.get(endpoint.name) ?? answerReader(endpoint);
    readers.set(endpoint.name, read);
    return read(value, input);
  };
};
