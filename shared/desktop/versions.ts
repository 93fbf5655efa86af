import { z } from 'zod';
import { canvasDocumentSchema } from '../canvas/document.ts';

/**
 * Why a version was created. `named`: a person asked for it. `opened`: the canvas when it was first
 * opened after a start. `work`: after some minutes of drawing. `beforeLarge`, `beforeMerge`,
 * `beforeRestore`: the state before many elements were changed at once, before sync merged other
 * people's changes, and before an earlier version was restored.
 */
export const versionReasons = [
  'named',
  'opened',
  'work',
  'beforeLarge',
  'beforeMerge',
  'beforeRestore',
] as const;
export type VersionReason = (typeof versionReasons)[number];

const count = z.number().int();
const versionId = z.object({ id: count });

/** Only named versions have a title. */
const versionTitle = z.string().trim().min(1).max(500);

const canvasVersion = z.object({
  id: count,
  title: z.string().nullable(),
  reason: z.enum(versionReasons),
  madeAt: z.string(),
  nodes: count,
  flows: count,
});

/**
 * The source of a version's document: the current one, a version, the last one of the service, or
 * the most similar canvas of an Open Threat Model file.
 */
const versionSource = z.discriminatedUnion('from', [
  z.object({ from: z.literal('now'), canvasId: z.string() }),
  z.object({ from: z.literal('point'), id: count }),
  z.object({ from: z.literal('service'), canvasId: z.string() }),
  z.object({ from: z.literal('file'), canvasId: z.string(), handle: z.string() }),
]);

/** `matchedBy`: how its elements were matched with those of the canvas. See `match-canvas.ts`. */
const matchedFile = z.object({
  fileName: z.string(),
  canvasTitle: z.string(),
  matchedBy: z.enum(['ids', 'names']),
});

const versionContent = z.object({
  document: canvasDocumentSchema,
  /** `null` if it is not from a file. */
  file: matchedFile.nullable(),
});

/** The number of elements that differ between a version and the current document. */
const versionSize = z.object({ added: count, removed: count, moved: count, changed: count });

export const versionShapes = {
  version: canvasVersion,
  id: versionId,
  title: versionTitle,
  source: versionSource,
  content: versionContent,
  size: versionSize,
};

export type CanvasVersion = z.infer<typeof canvasVersion>;
export type VersionSource = z.infer<typeof versionSource>;
export type VersionContent = z.infer<typeof versionContent>;
export type VersionSize = z.infer<typeof versionSize>;
