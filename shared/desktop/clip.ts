import { z } from 'zod';
import { edgeSchema, nodeSchema } from '../canvas/document.ts';
import { wholeFragment } from '../canvas/edits/whole-fragment.ts';
import { isFields } from '../otm/fields.ts';
import { contentSchemas } from '../records/record-schemas.ts';
import { withAdditions } from '../records/record-values.ts';

/**
 * The media type of elements on the system clipboard. The clipboard contains JSON with this type, and
 * the same JSON as plain text. Other programs can write to the clipboard, so `readClip` validates
 * everything, and a paste replaces all IDs.
 */
export const clipMediaType = 'application/x-parapet-canvas+json';

const newestVersion = 1;

/**
 * A component for copying, with its threats and their mitigations. Comments belong to the original,
 * so they are not copied. Values that the service computes are not copied either.
 */
export const componentCopySchema = contentSchemas.component.extend({
  id: z.string(),
  threats: z.array(
    contentSchemas.threat.extend({ mitigations: z.array(contentSchemas.mitigation) }),
  ),
});
export type ComponentCopy = z.infer<typeof componentCopySchema>;

/**
 * The state of a copied component in the store. `isDeleted` is true if the component was deleted and can
 * be restored.
 */
export const existingComponentSchema = z.object({
  id: z.string(),
  title: z.string(),
  isDeleted: z.boolean(),
});
export type ExistingComponent = z.infer<typeof existingComponentSchema>;

/** The maximum number of components in one request, so that other requests do not wait long. */
export const componentsAtOnce = 2000;

const limits = { nodes: 50_000, edges: 100_000, components: 50_000, perComponent: 2000 };
/**
 * The largest coordinate and the largest size, in pixels. Nobody draws that far out, and sums of such
 * values are still exact.
 */
const farthest = 10_000_000;
const idText = z.string().min(1).max(200);
const length = z.number().min(0).max(farthest).optional();
const coordinate = z.number().min(-farthest).max(farthest);
const positionSchema = z.looseObject({ x: coordinate, y: coordinate });
const label = z.string().max(100_000).optional();

const clipNode = nodeSchema.extend({
  id: idText,
  position: positionSchema,
  width: length,
  height: length,
  data: nodeSchema.shape.data.extend({ label, componentId: idText.optional() }),
});
const clipEdge = edgeSchema.extend({
  id: idText,
  data: edgeSchema.shape.data.unwrap().extend({ label, componentId: idText.optional() }).optional(),
});

/**
 * The lengths below are the limits of the service. Longer texts are cut, because the service would
 * reject them.
 */
const title = z.string().transform((text) => text.trim().slice(0, 500) || '?');
const prose = z.string().transform((text) => text.slice(0, 100_000));
const words = z.array(title).max(100);
const cutMitigation = contentSchemas.mitigation.extend({
  title,
  definition: prose,
  consideration: prose.nullable(),
  explanation: prose.nullable(),
  example: prose.nullable(),
  controls: words,
});
const cutThreat = contentSchemas.threat.extend({
  title,
  description: prose,
  categories: words,
  references: words,
  accepted_reason: prose.nullable(),
});
/** Adds the newer fields to a copy that an earlier version of the app made. */
const completed = (kind: 'threat' | 'mitigation') =>
  z.unknown().transform((value) => (isFields(value) ? withAdditions(kind, value) : value));
const clipComponent = componentCopySchema.extend({
  id: idText,
  title,
  description: prose,
  threats: z
    .array(
      completed('threat').pipe(
        cutThreat.extend({
          mitigations: z
            .array(completed('mitigation').pipe(cutMitigation))
            .max(limits.perComponent),
        }),
      ),
    )
    .max(limits.perComponent),
});

const clipSchema = z.object({
  format: z.literal('parapet-canvas'),
  version: z.literal(newestVersion),
  /** The ID of the copy action. The window uses it to recognize that the same copy is pasted again. */
  id: idText,
  /** The canvas of the copied elements. */
  canvasId: idText,
  isCut: z.boolean(),
  nodes: z.array(clipNode).max(limits.nodes),
  edges: z.array(clipEdge).max(limits.edges),
  components: z.array(clipComponent).max(limits.components),
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

/**
 * Tells if the nesting of a value is not deeper than that of any valid document. Deeper data is refused,
 * because it would cause errors in code that reads it later.
 */
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
