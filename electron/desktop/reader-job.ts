import { z } from 'zod';
import { canvasDocumentSchema } from '#shared/canvas/document.ts';
import { canvasOperationSchema } from '#shared/canvas/operation.ts';

/**
 * The input of the worker: a file to read, or a stored canvas to tidy up, as JSON text. Notes on the
 * file are in `language`.
 */
export const readerJob = z.discriminatedUnion('wanted', [
  z.object({
    wanted: z.enum(['report', 'canvases', 'otm']),
    bytes: z.instanceof(Uint8Array),
    name: z.string(),
    language: z.string(),
  }),
  z.object({ wanted: z.literal('tidying'), document: z.string(), language: z.string() }),
]);
export type ReaderJob = z.infer<typeof readerJob>;

const refused = z.object({ ok: z.literal(false), place: z.string(), reason: z.string() });

/**
 * The output of the worker if OTM was wanted: the text of a file of another tool, `null` for a file
 * that is OTM itself.
 */
export const otmRead = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), otm: z.string().nullable() }),
  refused,
]);

/** The output of the worker if the canvases were wanted. */
export const canvasesRead = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    canvases: z.array(z.object({ title: z.string(), document: canvasDocumentSchema })),
  }),
  refused,
]);

/** The output of the worker for a canvas to tidy up. Nothing is to be done if both are empty. */
export const canvasTidied = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    operation: canvasOperationSchema,
    inverse: canvasOperationSchema,
  }),
  refused,
]);
