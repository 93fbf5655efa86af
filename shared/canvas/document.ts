import { z } from 'zod';
import { verbatim } from '../api/verbatim.ts';
import { elementKinds, isElementKind, plainSize, roleOf } from './element-kinds.ts';

/**
 * The canvas document: `canvas.data` of the REST API. Nodes and edges are React Flow's own objects,
 * so they are drawn without conversion. Unknown keys are kept.
 */

/** The position of a node in pixels at 100% zoom, relative to the parent node if there is one. */
const positionSchema = z.looseObject({ x: z.number(), y: z.number() });

export const flowShapes = ['smooth', 'straight', 'stepped'] as const;
export type FlowShape = (typeof flowShapes)[number];

/**
 * The schema of the keys that Parapet adds. Other tools may use these keys for something else. So a
 * value that Parapet does not understand is kept and has no effect, and the document stays readable.
 */
const ownKey = z.unknown().optional();

const nodeDataSchema = z.looseObject({
  label: z.string().optional(),
  componentId: z.string().optional(),
  attributes: z.array(z.string()).optional(),
  outOfScope: z.boolean().optional(),
  /** One of `elementColors`. */
  color: ownKey,
  /** `true` for an element that cannot be moved, resized, or deleted until it is unlocked. */
  locked: ownKey,
  /**
   * `true` for a boundary that shows only its label. `width` and `height` stay those of the expanded
   * boundary.
   */
  collapsed: ownKey,
  // The security properties, which `security-properties.ts` describes.
  technology: ownKey,
  dataClassification: ownKey,
  holdsCredentials: ownKey,
  encryptedAtRest: ownKey,
  internetFacing: ownKey,
  privileged: ownKey,
  logged: ownKey,
  multiTenant: ownKey,
  trustLevel: ownKey,
});

export const nodeSchema = z.looseObject({
  id: z.string(),
  type: z.string().optional(),
  position: positionSchema,
  width: z.number().optional(),
  height: z.number().optional(),
  parentId: z.string().optional(),
  data: nodeDataSchema,
});

const edgeDataSchema = z.looseObject({
  label: z.string().optional(),
  componentId: z.string().optional(),
  bidirectional: z.boolean().optional(),
  protocol: z.string().optional(),
  dataClassification: z.string().optional(),
  encrypted: z.boolean().optional(),
  authenticated: z.boolean().optional(),
  holdsCredentials: ownKey,
  color: ownKey,
  /** One of `flowShapes`. A flow without a shape is smooth. */
  shape: ownKey,
  /**
   * The points through which the line passes, from the source to the target. They are canvas positions,
   * not relative to a parent.
   */
  bends: ownKey,
  /** The position of the label along the line, from 0 at the source to 1 at the target. */
  labelAt: ownKey,
});

export const edgeSchema = z.looseObject({
  id: z.string(),
  source: z.string(),
  target: z.string(),
  sourceHandle: z.string().nullish(),
  targetHandle: z.string().nullish(),
  type: z.string().optional(),
  data: edgeDataSchema.optional(),
});

export const canvasDocumentSchema = z.looseObject({
  nodes: z.array(nodeSchema),
  edges: z.array(edgeSchema),
});

/** Checks a document, and returns it itself, with every key. */
export const verbatimDocument = verbatim(canvasDocumentSchema);

export type Position = { x: number; y: number };
export type Size = { width: number; height: number };
export type CanvasNode = z.infer<typeof nodeSchema>;
export type CanvasEdge = z.infer<typeof edgeSchema>;
export type CanvasDocument = { nodes: CanvasNode[]; edges: CanvasEdge[] };

/**
 * `verbatimDocument` without a check of each element, for a document that was checked before it was
 * stored. Checking 40,000 elements again takes 40 ms, more than parsing their JSON.
 */
export const storedDocumentSchema = verbatim(
  z.looseObject({
    nodes: z.array(z.custom<CanvasNode>()),
    edges: z.array(z.custom<CanvasEdge>()),
  }),
);

export const emptyDocument: CanvasDocument = { nodes: [], edges: [] };

/** The size at which a collapsed boundary is drawn, in pixels. */
const collapsedSize: Size = { width: 200, height: 44 };

/**
 * Tells if a node is a collapsed boundary. Accepts a node without `data`, although the type `CanvasNode`
 * requires it, because documents are stored as they arrive.
 */
export const isCollapsed = ({ type, data }: { type?: string | undefined; data?: unknown }) =>
  roleOf(type) === 'boundary' &&
  typeof data === 'object' &&
  data !== null &&
  'collapsed' in data &&
  data.collapsed === true;

export const isLocked = ({ data }: Pick<CanvasNode, 'data'>): boolean => data.locked === true;

/** Returns the size of a node as drawn, in pixels. */
export const sizeOf = (node: CanvasNode): Size => {
  if (isCollapsed(node)) return collapsedSize;
  const usual = isElementKind(node.type) ? elementKinds[node.type].size : plainSize;
  return { width: node.width ?? usual.width, height: node.height ?? usual.height };
};
