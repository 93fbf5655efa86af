import assert from 'node:assert/strict';

/**
 * The shape of a response, written by hand from the specification. An object has exactly these
 * keys. An array has at least one entry, and all entries have this shape.
 */
export type Shape = Kind | readonly [Shape] | ShapeByValue | { readonly [key: string]: Shape };

type Kind =
  | 'string'
  | 'string or null'
  | 'number'
  | 'number or null'
  | 'boolean'
  | 'timestamp'
  | 'timestamp or null'
  | 'list'
  | 'anything';

/** A shape that depends on the value, for example on a user's role. */
type ShapeByValue = (value: Record<string, unknown>) => Shape;

const isString = (value: unknown) => typeof value === 'string';
const isTimestamp = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value);
const isNumber = (value: unknown) => typeof value === 'number';
const orNull = (is: (value: unknown) => boolean) => (value: unknown) => value === null || is(value);

const kinds: Record<Kind, (value: unknown) => boolean> = {
  string: isString,
  'string or null': orNull(isString),
  number: isNumber,
  'number or null': orNull(isNumber),
  boolean: (value) => typeof value === 'boolean',
  timestamp: isTimestamp,
  'timestamp or null': orNull(isTimestamp),
  list: Array.isArray,
  anything: () => true,
};

/**
 * Checks that a value has a shape. `path` is the path of the value in the response, for the error
 * message.
 */
export const assertShape = (value: unknown, shape: Shape, path = 'the answer'): void => {
  if (typeof shape === 'string') {
    assert.ok(kinds[shape](value), `${path} is no ${shape}: ${JSON.stringify(value)}`);
    return;
  }
  if (isList(shape)) {
    assert.ok(Array.isArray(value), `${path} is no array: ${JSON.stringify(value)}`);
    assert.ok(value.length > 0, `${path} is empty`);
    value.forEach((entry, index) => assertShape(entry, shape[0], `${path}[${index}]`));
    return;
  }
  assert.ok(isObject(value), `${path} is no object: ${JSON.stringify(value)}`);
  if (typeof shape === 'function') {
    assertShape(value, shape(value), path);
    return;
  }
  assert.deepEqual(Object.keys(value).toSorted(), Object.keys(shape).toSorted(), path);
  for (const [key, inner] of Object.entries(shape)) {
    assertShape(value[key], inner, `${path}.${key}`);
  }
};

const isList = (shape: Shape): shape is readonly [Shape] => Array.isArray(shape);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
