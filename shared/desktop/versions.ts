import { z } from 'zod';
import { verbatimDocument } from '../canvas/document.ts';

/**
 * Why a version was created.
 * `named`: a person asked for it.
 * `reviewed`: a person marked the model as reviewed, which saves a version of each of its canvases.
 * `opened`: the canvas was opened for the first time after a start of the app.
 * `work`: some minutes of drawing have passed.
 * `beforeLarge`: saved before many elements were changed at once.
 * `beforeMerge`: saved before sync merged changes of others.
 * `beforeRestore`: saved before an earlier version was restored.
 */
export const versionReasons = [
  'named',
  'reviewed',
  'opened',
  'work',
  'beforeLarge',
  'beforeMerge',
  'beforeRestore',
] as const;
export type VersionReason = (typeof versionReasons)[number];

const count = z.number().int();
const versionId = z.object({ id: count });

/** Only named and reviewed versions have a title. */
const versionTitle = z.string().trim().min(1).max(500);

const canvasVersion = z.object({
  id: count,
  title: z.string().nullable(),
  reason: z.enum(versionReasons),
  madeAt: z.string(),
  nodes: count,
  flows: count,
  /**
   * The number of threats, or `null` if the version was stored without threats, because an earlier
   * version of the app made it or there were too many threats.
   */
  threats: count.nullable(),
  /**
   * The name of the person who marked the model as reviewed, or `null` if the version is not from a
   * review.
   */
  madeBy: z.string().nullable(),
});

const versionRecord = z.object({
  kind: z.enum(['component', 'threat', 'mitigation', 'comment']),
  id: z.string(),
  parentId: z.string().nullable(),
  values: z.record(z.string(), z.unknown()),
});

/**
 * The source of a version's document: the current document, a saved version, the last version that the
 * service is known to have, or the most similar canvas of an Open Threat Model file.
 */
const versionSource = z.discriminatedUnion('from', [
  z.object({ from: z.literal('now'), canvasId: z.string() }),
  z.object({ from: z.literal('point'), id: count }),
  z.object({ from: z.literal('service'), canvasId: z.string() }),
  z.object({ from: z.literal('file'), canvasId: z.string(), handle: z.string() }),
]);

/**
 * `matchedBy` says how the elements of the file were matched with those of the canvas
 * (`match-canvas.ts`).
 */
const matchedFile = z.object({
  fileName: z.string(),
  canvasTitle: z.string(),
  matchedBy: z.enum(['ids', 'names']),
});

const versionContent = z.object({
  document: verbatimDocument,
  /**
   * The components with threats, mitigations, and comments, or `null` if the version was stored without
   * them.
   */
  records: z.array(versionRecord).nullable(),
  /** `null` if the document is not from a file. */
  file: matchedFile.nullable(),
});

/**
 * The numbers of elements that differ between a version and the current document. `threats` counts the
 * threats and mitigations that differ.
 */
const versionSize = z.object({
  added: count,
  removed: count,
  moved: count,
  changed: count,
  threats: count,
});

/** The last review of a model, with the changes in all of its canvases since then. */
const reviewState = z.object({
  title: z.string(),
  madeAt: z.string(),
  madeBy: z.string().nullable(),
  elements: count,
  threats: count,
  mitigations: count,
  /**
   * All canvases of the model. `version` is the version that the review saved, or `null` if the canvas
   * was added later.
   */
  canvases: z.array(z.object({ id: z.string(), version: count.nullable(), changes: count })),
});

export const versionShapes = {
  version: canvasVersion,
  id: versionId,
  title: versionTitle,
  source: versionSource,
  content: versionContent,
  size: versionSize,
  review: reviewState,
};

export type CanvasVersion = z.infer<typeof canvasVersion>;
export type VersionSource = z.infer<typeof versionSource>;
export type VersionContent = z.infer<typeof versionContent>;
export type VersionSize = z.infer<typeof versionSize>;
export type ReviewState = z.infer<typeof reviewState>;
