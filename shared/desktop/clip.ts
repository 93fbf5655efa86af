import { z } from 'zod';
import { edgeSchema, nodeSchema } from '../canvas/document.ts';
import { wholeFragment } from '../canvas/edits/whole-fragment.ts';
import { contentSchemas } from './records.ts';

/**
 * What elements look like on the system clipboard: JSON under a media type of its own, beside the
 * same as plain text. Whoever fills the clipboard need not be this app, so nothing of it is
 * believed before `readClip` has looked at it, and every id in it is made new when it is pasted.
 */
export const clipMediaType = 'application/x-parapet-canvas+json';

const newestVersion = 1;

/**
 * A component as a copy of it is made: with its threats and their mitigations. Comments are what
 * persons said of the original, so a copy has none; what a service counts is not copied either.
 */
export const componentCopySchema = contentSchemas.component.extend({
  id: z.string(),
  threats: z.array(
    contentSchemas.threat.extend({ mitigations: z.array(contentSchemas.mitigation) }),
  ),
});
export type ComponentCopy = z.infer<typeof componentCopySchema>;

/** What the store knows of a component that was copied: `isDeleted` where it can be brought back. */
export const standingSchema = z.object({
  id: z.string(),
  title: z.string(),
  isDeleted: z.boolean(),
});
export type Standing = z.infer<typeof standingSchema>;

/** How many components are asked for at once, so that nothing else waits for long. */
export const componentsAtOnce = 2000;

const most = { nodes: 50_000, edges: 100_000, components: 50_000, perComponent: 2000 };
/** Farther than anyone draws, and near enough to be added up without loss. */
const farthest = 10_000_000;
const idText = z.string().min(1).max(200);
const length = z.number().min(0).max(farthest).optional();
const coordinate = z.number().min(-farthest).max(farthest);
const place = z.looseObject({ x: coordinate, y: coordinate });
const label = z.string().max(100_000).optional();

const clipNode = nodeSchema.extend({
  id: idText,
  position: place,
  width: length,
  height: length,
  data: nodeSchema.shape.data.extend({ label, componentId: idText.optional() }),
});
const clipEdge = edgeSchema.extend({
  id: idText,
  data: edgeSchema.shape.data.unwrap().extend({ label, componentId: idText.optional() }).optional(),
});

/** The service's own limits: what is longer is cut, so that it can be stored. */
const title = z.string().transform((text) => text.trim().slice(0, 500) || '?');
const prose = z.string().transform((text) => text.slice(0, 100_000));
const cutMitigation = contentSchemas.mitigation.extend({
  title,
  definition: prose,
  consideration: prose.nullable(),
  explanation: prose.nullable(),
  example: prose.nullable(),
});
const cutThreat = contentSchemas.threat.extend({ title, description: prose });
const clipComponent = componentCopySchema.extend({
  id: idText,
  title,
  description: prose,
  threats: z
    .array(cutThreat.extend({ mitigations: z.array(cutMitigation).max(most.perComponent) }))
    .max(most.perComponent),
});

const clipSchema = z.object({
  format: z.literal('parapet-canvas'),
  version: z.literal(newestVersion),
  /** Of this act of copying: what is pasted several times is known by it. */
  id: idText,
  /** The canvas it was taken from. */
  canvasId: idText,
  isCut: z.boolean(),
  nodes: z.array(clipNode).max(most.nodes),
  edges: z.array(clipEdge).max(most.edges),
  components: z.array(clipComponent).max(most.components),
});

export type Clip = z.infer<typeof clipSchema>;

export const writeClip = (clip: Omit<Clip, 'format' | 'version'>): string =>
  JSON.stringify({ format: 'parapet-canvas', version: newestVersion, ...clip } satisfies Clip);

type ClipRead = { ok: true; clip: Clip } | { ok: false; problem: 'newer' | 'unreadable' };

const longest = 64 * 2 ** 20;
const deepest = 40;

const headSchema = z.object({
  format: z.literal('parapet-canvas'),
  version: z.number().int().positive(),
});

export const readClip = (text: string): ClipRead => {
  const value = parsed(text);
  const head = headSchema.safeParse(value);
  if (!head.success || !isShallow(value)) return { ok: false, problem: 'unreadable' };
  if (head.data.version > newestVersion) return { ok: false, problem: 'newer' };
  const read = clipSchema.safeParse(value);
  if (!read.success) return { ok: false, problem: 'unreadable' };
  return { ok: true, clip: { ...read.data, ...wholeFragment(read.data) } };
};

const parsed = (text: string): unknown => {
  if (text.length > longest) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** What is nested deeper than any drawing would break what reads it later. */
const isShallow = (value: unknown): boolean => {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) return false;
    const next: unknown[] = [];
    for (const each of level) {
      if (typeof each !== 'object' || each === null) continue;
      for (const inner of Object.values(each)) {
        if (typeof inner === 'object' && inner !== null) next.push(inner);
      }
    }
    level = next;
  }
  return true;
};
