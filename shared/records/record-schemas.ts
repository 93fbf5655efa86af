import { z } from 'zod';
import type { Field } from './field.ts';
import {
  fieldsOf,
  isContent,
  type ContentName,
  type FieldName,
  type SchemaOf,
} from './record-fields.ts';
import { recordKinds, type RecordKind } from './record-kinds.ts';

/**
 * Returns the schemas of some fields of a kind. The caller passes `Shape`, the type of the result,
 * because the compiler cannot derive it from the loop.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
export const shapeOf = <Shape>(
  kind: RecordKind,
  isWanted: (field: Field) => boolean,
  schemaOf: (field: Field) => z.ZodType,
): Shape =>
  // `Shape` is the type of these entries.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  Object.fromEntries(
    Object.entries(fieldsOf(kind)).flatMap(([name, field]) =>
      isWanted(field) ? [[name, schemaOf(field)]] : [],
    ),
  ) as Shape;

// The caller passes `Schemas`, because the compiler cannot derive it from the loop.
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
const forEachKind = <Schemas>(schemaOf: (kind: RecordKind) => z.ZodType): Schemas =>
  // `Schemas` is the type of these entries.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  Object.fromEntries(recordKinds.map((kind) => [kind, schemaOf(kind)])) as Schemas;

type StoredShape<K extends RecordKind, Name extends FieldName<K>> = {
  [Each in Name]: SchemaOf<K, Each, 'stored'>;
};

/** The fields that a person can change. Names are those of the REST API. */
export const contentSchemas = forEachKind<{
  [K in RecordKind]: z.ZodObject<StoredShape<K, ContentName<K>>>;
}>((kind) => z.object(shapeOf(kind, isContent, ({ stored }) => stored)));

export type Content<K extends RecordKind> = z.infer<(typeof contentSchemas)[K]>;

/**
 * `unreadable` lists the stored fields that do not fit their schema. Their values in the record are
 * placeholders.
 */
const identified = { id: z.string(), unreadable: z.array(z.string()).optional() };
const child = { ...identified, parentId: z.string() };
const stamped = { created_at: z.string(), updated_at: z.string() };

/** The fields that are not in the field table, because each kind stores them in its own way. */
const framework = {
  collection: { ...identified, ...stamped },
  threatModel: { ...child, ...stamped },
  canvas: { ...child, ...stamped },
  component: { ...child, ...stamped },
  threat: { ...child, ...stamped },
  mitigation: child,
  comment: { ...child, ...stamped },
} as const satisfies Record<RecordKind, z.ZodRawShape>;

type Framework = typeof framework;

/** The records of the local store, as the window sees them. */
export const recordSchemas = forEachKind<{
  [K in RecordKind]: z.ZodObject<StoredShape<K, FieldName<K, { inWindow: true }>> & Framework[K]>;
}>((kind) =>
  z.object({
    ...shapeOf<z.ZodRawShape>(
      kind,
      ({ inWindow }) => inWindow,
      ({ stored }) => stored,
    ),
    ...framework[kind],
  }),
);

export type StoredRecord<K extends RecordKind> = z.infer<(typeof recordSchemas)[K]>;
