import fc from 'fast-check';
import { z } from 'zod';

/** The parts of JSON Schema that the contract uses. */
export type JsonSchema = {
  type?: string | string[] | undefined;
  enum?: unknown[] | undefined;
  anyOf?: JsonSchema[] | undefined;
  properties?: Record<string, JsonSchema> | undefined;
  required?: string[] | undefined;
  items?: JsonSchema | undefined;
  minLength?: number | undefined;
  maxLength?: number | undefined;
  minimum?: number | undefined;
  maximum?: number | undefined;
  minItems?: number | undefined;
  pattern?: string | undefined;
};

const jsonSchema: z.ZodType<JsonSchema> = z.lazy(() =>
  z.object({
    type: z.union([z.string(), z.array(z.string())]).optional(),
    enum: z.array(z.unknown()).optional(),
    anyOf: z.array(jsonSchema).optional(),
    properties: z.record(z.string(), jsonSchema).optional(),
    required: z.array(z.string()).optional(),
    items: jsonSchema.optional(),
    minLength: z.number().optional(),
    maxLength: z.number().optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    minItems: z.number().optional(),
    pattern: z.string().optional(),
  }),
);

/** Returns the JSON Schema of what a Zod schema accepts, as far as JSON Schema can express it. */
export const inputOf = (schema: z.ZodType): JsonSchema =>
  jsonSchema.parse(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));

/**
 * Returns the arbitrary for fields with this name, or `undefined` if the values should follow the schema
 * of the field.
 */
export type NamedFields = (name: string) => fc.Arbitrary<unknown> | undefined;

const deep = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);

/** Stands for a number that JSON allows but that is too large for a double. */
export const hugeNumber = '1e999';

/** Values that hardly any field expects. */
export const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(undefined, null, true, 0, -0, -1, 1.5, 2 ** 53, 1e308, -1e308, hugeNumber),
  fc.constantFrom('', ' ', '\0', 'a\0b', '\ud800', '\u202e', '__proto__', '2026-02-30T00:00:00Z'),
  fc.constantFrom("'; drop table users; --", '%', '../..', 'x'.repeat(501), 'x'.repeat(100_001)),
  fc.constantFrom<unknown>([], {}, [[]], [null], { length: 1 }, deep(60), deep(150)),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 3 }),
);

const unknownFields = fc.dictionary(
  fc.constantFrom('__proto__', 'constructor', 'toString', 'created_at', 'ID', ''),
  odd,
  { maxKeys: 1 },
);

/** Returns values that mostly fit the schema, with occasional odd ones. */
export const arbitraryOf = (
  schema: JsonSchema,
  named: NamedFields,
  name = '',
): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 30, arbitrary: fitting(schema, named, name) }, { weight: 1, arbitrary: odd });

const fitting = (schema: JsonSchema, named: NamedFields, name: string): fc.Arbitrary<unknown> => {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) {
    return fc.oneof(...schema.anyOf.map((one) => fitting(one, named, name)));
  }
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'string':
      return named(name) ?? texts(schema);
    case 'integer':
      return fc.integer({
        min: schema.minimum ?? -10,
        max: Math.min(schema.maximum ?? 10, 2 ** 31 - 1),
      });
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array': {
      const minLength = schema.minItems ?? 0;
      const items = arbitraryOf(schema.items ?? {}, named, name);
      return fc.array(items, { minLength, maxLength: minLength + 3 });
    }
    case 'object':
      return objects(schema, named);
    default:
      return named(name) ?? odd;
  }
};

const texts = ({ minLength = 0, maxLength = 40, pattern = '' }: JsonSchema) => {
  if (pattern.startsWith('^#')) return fc.constantFrom('#4c6ef5', '#FFFFFF');
  if (pattern.includes('T')) {
    const times = { min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true };
    return fc.date(times).map((instant) => instant.toISOString());
  }
  return fc.oneof(
    fc
      .string({ unit: 'binary', minLength, maxLength: Math.min(maxLength, 40) })
      .map((text) => text.replaceAll('\0', '0')),
    fc.constantFrom('Title', 'Straße', '脅威', '🔐', 'x'.repeat(Math.min(maxLength, 5000))),
  );
};

const objects = ({ properties = {}, required = [] }: JsonSchema, named: NamedFields) =>
  fc
    .tuple(
      fc.record(
        Object.fromEntries(
          Object.entries(properties).map(([key, field]) => [key, arbitraryOf(field, named, key)]),
        ),
        { requiredKeys: required },
      ),
      fc.option(unknownFields, { freq: 8, nil: {} }),
    )
    // Copies the entries, so that a key `__proto__` stays.
    .map(([known, unknown]) =>
      Object.fromEntries([...Object.entries(known), ...Object.entries(unknown)]),
    );
