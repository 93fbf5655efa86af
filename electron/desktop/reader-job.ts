import { z } from 'zod';
import { canvasDocumentSchema } from '#shared/canvas/document.ts';

/** What the worker that reads a file is given: the file, and what of it is wanted. */
export const readerJob = z.object({
  bytes: z.instanceof(Uint8Array),
  wanted: z.enum(['report', 'canvases']),
});
export type ReaderJob = z.infer<typeof readerJob>;

/** Its answer where the canvases were wanted. */
export const canvasesRead = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    canvases: z.array(z.object({ title: z.string(), document: canvasDocumentSchema })),
  }),
  z.object({ ok: z.literal(false), place: z.string(), reason: z.string() }),
]);
