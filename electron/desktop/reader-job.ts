import { z } from 'zod';
import { storedDocumentSchema } from '#shared/canvas/document.ts';
import { canvasOperationSchema } from '#shared/canvas/operation.ts';
import { changeSchema } from '#shared/desktop/change.ts';
import { importShapes, type ImportComparison } from '#shared/desktop/import-merge.ts';
import type { Template } from '#shared/foreign/template/read-template.ts';
import type { ModelContent, Unstated } from '#shared/otm/content.ts';

const modelContent = z.custom<ModelContent>();

/**
 * The input of the worker: a file to read or merge, a canvas document (as JSON text) to tidy up, or JSON
 * to indent. `language` is the language of the notes on a file.
 */
export const readerJob = z.discriminatedUnion('wanted', [
  z.object({
    wanted: z.enum(['report', 'canvases', 'content', 'otm', 'template']),
    bytes: z.instanceof(Uint8Array),
    name: z.string(),
    language: z.string(),
  }),
  z.object({
    wanted: z.enum(['comparison', 'merge']),
    bytes: z.instanceof(Uint8Array),
    name: z.string(),
    own: modelContent,
    base: modelContent.nullable(),
    /** The choices of the person, and the `sides` of the comparison. A comparison has none. */
    chosen: importShapes.choices.pick({ choices: true, sides: true }).optional(),
    language: z.string(),
  }),
  z.object({ wanted: z.literal('tidying'), document: z.string(), language: z.string() }),
  z.object({ wanted: z.literal('indentation'), json: z.string(), language: z.string() }),
]);
export type ReaderJob = z.infer<typeof readerJob>;

const refused = z.object({ ok: z.literal(false), place: z.string(), reason: z.string() });

/**
 * The output of the worker for `otm`: the converted text of a file of another tool, or `null` for a file
 * that is OTM already.
 */
export const otmRead = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), otm: z.string().nullable() }),
  refused,
]);

/** The output of the worker for a template of another tool. */
export const templateRead = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), template: z.custom<Template>() }),
  refused,
]);

/** The output of the worker for `content`: the first model of a file. */
export const contentRead = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), content: modelContent }),
  refused,
]);

/** The output of the worker for `canvases`. */
export const canvasesRead = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    canvases: z.array(
      z.object({
        title: z.string(),
        document: storedDocumentSchema,
        unstated: z.custom<Unstated>().optional(),
      }),
    ),
  }),
  refused,
]);

/**
 * The output of the worker for a canvas to tidy up. If `operation` and `inverse` are empty, nothing
 * has to be moved.
 */
export const canvasTidied = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    operation: canvasOperationSchema,
    inverse: canvasOperationSchema,
  }),
  refused,
]);

/**
 * The output of the worker for JSON to indent: the indented text in UTF-8, or `null` if the input is not
 * JSON.
 */
export const jsonIndented = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), bytes: z.instanceof(Uint8Array).nullable() }),
  refused,
]);

/** The output of the worker for a comparison with a model. */
export const importCompared = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), comparison: z.custom<ImportComparison>() }),
  refused,
]);

/**
 * The output of the worker for a merge. `isOutdated` is true if the model or the file has changed since
 * the comparison, or if a conflict has no choice.
 */
export const importMerged = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    isOutdated: z.boolean(),
    change: changeSchema.pick({ records: true, drawings: true }),
    nextBase: modelContent,
  }),
  refused,
]);
