import { z } from 'zod';
import { canvasDocumentSchema } from '../canvas/document.ts';

/**
 * Why a point of a canvas's history was made. `named`: a person asked for it. `opened`: the canvas
 * as it was found when it was first opened after a start. `work`: some minutes of drawing.
 * `beforeLarge`, `beforeMerge`, `beforeRestore`: what was there before many elements were changed at
 * once, before sync brought what others drew, and before an earlier version was restored.
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

/** Of a point that a person named; an automatic one has none. */
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
 * Where the drawing of a version is read from: as it is here, a point of its history, as the
 * service last had it, or the canvas of an Open Threat Model file that resembles it most.
 */
const versionSource = z.discriminatedUnion('from', [
  z.object({ from: z.literal('now'), canvasId: z.string() }),
  z.object({ from: z.literal('point'), id: count }),
  z.object({ from: z.literal('service'), canvasId: z.string() }),
  z.object({ from: z.literal('file'), canvasId: z.string(), handle: z.string() }),
]);

/** `matchedBy`: how its elements were found to be those of the canvas; see `match-canvas.ts`. */
const matchedFile = z.object({
  fileName: z.string(),
  canvasTitle: z.string(),
  matchedBy: z.enum(['ids', 'names']),
});

const versionContent = z.object({
  document: canvasDocumentSchema,
  /** `null` of what is not from a file. */
  file: matchedFile.nullable(),
});

/** How many elements differ between a version and the drawing as it is now. */
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
