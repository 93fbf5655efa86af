import { z } from 'zod';
import { storedDocumentSchema } from '#shared/canvas/document.ts';
import { recordKindSchema } from '#shared/desktop/records.ts';
import { storedValues as values } from './records.ts';

/**
 * What a gesture does to one record, in a form that has an inverse: `put` sets a whole record (its
 * drawing too, if it is a canvas), `patch` some fields, `remove` takes it and all it holds, `order`
 * puts a model's canvases in an order, or in none of their own.
 */
export const recordStepSchema = z.discriminatedUnion('op', [
  z.object({
    op: z.literal('put'),
    kind: recordKindSchema,
    id: z.string(),
    parentId: z.string().nullable(),
    values,
    document: storedDocumentSchema.nullable(),
    /** What the service last had, of a record that is put back. */
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
