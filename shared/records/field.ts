import { z } from 'zod';
import * as values from '../api/values.ts';

/** The properties of a field of a record. `record-fields.ts` states them for every field. */
export type Field = {
  /** Decides how a field is merged and shown. For example, `prose` is merged line by line. */
  type: 'line' | 'prose' | 'list' | 'choice' | 'flag' | 'instant' | 'color' | 'number' | 'computed';
  /** The values that Parapet's service accepts. */
  input: z.ZodType;
  /** The values in responses of Parapet's service. */
  output: z.ZodType;
  /**
   * The values in the store and the window. Other services may use values that Parapet does not know, so
   * such values are valid too.
   */
  stored: z.ZodType;
  /**
   * The value in a new record, and in a record that was stored before the field existed. If it is
   * `undefined`, the field is required.
   */
  initial: unknown;
  /** The requests in which a client can set the field. `never`: only the service sets it. */
  write: 'create and update' | 'create' | 'update' | 'never';
  /** False if the window does not use the field. */
  inWindow: boolean;
  /**
   * True if the field is not in the specification. Other services may lack such a field, so it is
   * optional everywhere and is sent only to services that have it. Parapet's service keeps all such
   * fields of a record in one column.
   */
  isAddition: boolean;
  /**
   * The key in Open Threat Model. `attribute`: a key in `attributes.parapet`. `none`: the field is not
   * written.
   */
  otm: 'name' | 'description' | 'risk' | 'state' | 'categories' | 'cwes' | 'attribute' | 'none';
};

const usual = {
  initial: undefined,
  write: 'create and update',
  inWindow: true,
  isAddition: false,
  otm: 'attribute',
} as const;

const string = { output: z.string(), stored: z.string() };
const optionalString = {
  output: z.string().nullable(),
  stored: z.string().nullable(),
  initial: null,
};

export const title = {
  ...usual,
  ...string,
  type: 'line',
  input: values.title,
  otm: 'name',
} as const;
export const prose = {
  ...usual,
  ...string,
  type: 'prose',
  input: values.text,
  initial: '',
} as const;
export const optionalLine = {
  ...usual,
  ...optionalString,
  type: 'line',
  input: values.text.nullable(),
} as const;
export const optionalProse = { ...optionalLine, type: 'prose' } as const;
/** A list of short texts, which is merged and compared as a whole. */
export const list = {
  ...usual,
  type: 'list',
  input: z.array(values.title).max(100),
  output: z.array(z.string()),
  stored: z.array(z.string()),
  initial: [],
} as const;
export const optionalColor = {
  ...optionalLine,
  type: 'color',
  input: values.color.nullable(),
} as const;
export const optionalInstant = {
  ...optionalLine,
  type: 'instant',
  input: values.timestamp.nullable(),
  output: values.timestamp.nullable(),
} as const;
export const optionalNumber = {
  ...usual,
  type: 'number',
  input: z.number().nullable(),
  output: z.number().nullable(),
  stored: z.number().nullable(),
  initial: null,
} as const;

export const flag = (initial: boolean) =>
  ({
    ...usual,
    type: 'flag',
    input: z.boolean(),
    output: z.boolean(),
    stored: z.boolean(),
    initial,
  }) as const;

/** The ID of another record at the service. */
export const optionalReference = {
  ...optionalLine,
  input: values.identifier.nullable(),
  inWindow: false,
  otm: 'none',
} as const;

/** Returns an enumerated field. The values are in the order in which the screen shows them. */
export const choice = <const Value extends string>(
  options: readonly Value[],
  initial: NoInfer<Value>,
) => ({ ...usual, ...string, type: 'choice', input: z.enum(options), initial }) as const;

export const optionalChoice = <const Value extends string | null>(options: readonly Value[]) =>
  ({ ...usual, ...optionalString, type: 'choice', input: z.literal(options) }) as const;

/** Returns a field that the service computes. It has no column of its own. */
export const computed = <Stored extends z.ZodType, Output extends z.ZodType>(facts: {
  stored: Stored;
  output: Output;
  initial: z.output<Stored>;
}) => ({ ...usual, ...facts, type: 'computed', input: z.never(), write: 'never' }) as const;
