import { z } from 'zod';
import { storedDocumentSchema } from '#shared/canvas/document.ts';
import { recordKindSchema } from '#shared/records/record-kinds.ts';
import { storedValues as values } from './records.ts';

/**
 * A change to one record in a form that has an inverse. `put` sets a complete record, and the drawing if
 * the record is a canvas. `patch` sets some fields. `remove` removes a record and its descendants.
 * `order` sets or clears the order of a model's canvases.
 */
export const recordStepSchema = z.discriminatedUnion('op', [
  z.object({
    op: z.literal('put'),
    kind: recordKindSchema,
    id: z.string(),
    parentId: z.string().nullable(),
    values,
    document: storedDocumentSchema.nullable(),
    /** The base that the record had before it was deleted, if this step restores the record. */
    base: values.nullable().default(null),
    documentBase: storedDocumentSchema.nullable().default(null),
  }),
  z.object({ op: z.literal('patch'), kind: recordKindSchema, id: z.string(), values }),
  z.object({ op: z.literal('remove'), kind: recordKindSchema, id: z.string() }),
  z.object({
    op: z.literal('order'),
    modelId: z.string(),
    canvasIds: z.array(z.string()).nullable(),
  }),
]);

export type RecordStep = z.infer<typeof recordStepSchema>;
