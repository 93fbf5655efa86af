import { z } from 'zod';

/**
 * The canvas document: what `canvas.data` of the REST API carries. Nodes and edges are React Flow's
 * own objects, so they are drawn without translation, and every key that we do not know is kept.
 */

/** The kinds of node that have a meaning in a data-flow diagram; any other type is a plain box. */
export const nodeTypes = [
  'processNode',
  'dataStoreNode',
  'externalEntityNode',
  'trustBoundaryNode',
  'noteNode',
] as const;
export type NodeType = (typeof nodeTypes)[number];

export const isNodeType = (type: string): type is NodeType =>
  (nodeTypes as readonly string[]).includes(type);

/** Pixels at 100 % zoom; relative to the parent node where there is one. */
const positionSchema = z.looseObject({ x: z.number(), y: z.number() });

/** A small set, so that colours go together in light, dark and print; no colour is the kind's own. */
export const elementColors = [
  'red',
  'orange',
  'yellow',
  'green',
  'blue',
  'purple',
  'grey',
] as const;
export type ElementColor = (typeof elementColors)[number];

export const flowShapes = ['smooth', 'straight', 'stepped'] as const;
export type FlowShape = (typeof flowShapes)[number];

/**
 * A key that other tools may use as well, for whatever they like: a value that we do not understand
 * is kept and has no effect, instead of making the drawing unreadable.
 */
const ours = z.unknown().optional();

const nodeDataSchema = z.looseObject({
  label: z.string().optional(),
  componentId: z.string().optional(),
  attributes: z.array(z.string()).optional(),
  outOfScope: z.boolean().optional(),
  /** One of `elementColors`. */
  color: ours,
  /** `true`: neither moved, resized nor deleted until it is unlocked. */
  locked: ours,
  /** `true`, of a boundary: only its label is shown. Its size stays that of the open one. */
  collapsed: ours,
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
  color: ours,
  /** One of `flowShapes`, smooth without one. */
  shape: ours,
  /** Points of the canvas, relative to no parent, that the line passes through in order. */
  bends: ours,
  /** The place of the label along the line, from 0 at the source to 1 at the target. */
  labelAt: ours,
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

export type Position = { x: number; y: number };
export type Size = { width: number; height: number };
export type CanvasNode = z.infer<typeof nodeSchema>;
export type CanvasEdge = z.infer<typeof edgeSchema>;
export type CanvasDocument = { nodes: CanvasNode[]; edges: CanvasEdge[] };

/**
 * The same for a drawing that was checked before it was stored: to look at 40,000 elements again
 * takes 40 ms, more than to read them from JSON.
 */
export const storedDocumentSchema = z.looseObject({
  nodes: z.array(z.custom<CanvasNode>()),
  edges: z.array(z.custom<CanvasEdge>()),
});

export const emptyDocument: CanvasDocument = { nodes: [], edges: [] };

/** The size a node is drawn with when it carries none, in pixels. */
export const defaultSize: Record<NodeType | 'other', Size> = {
  processNode: { width: 150, height: 64 },
  dataStoreNode: { width: 150, height: 56 },
  externalEntityNode: { width: 140, height: 60 },
  trustBoundaryNode: { width: 360, height: 240 },
  noteNode: { width: 180, height: 90 },
  other: { width: 150, height: 60 },
};

/** The size of a boundary that shows its label only. */
const collapsedSize: Size = { width: 200, height: 44 };

/** Stored drawings are kept to the letter, so `data` may be missing where the type promises it. */
export const isCollapsed = ({ type, data }: { type?: string | undefined; data?: unknown }) =>
  type === 'trustBoundaryNode' &&
  typeof data === 'object' &&
  data !== null &&
  'collapsed' in data &&
  data.collapsed === true;

export const isLocked = ({ data }: Pick<CanvasNode, 'data'>): boolean => data.locked === true;

/** The size a node is drawn with, in pixels. */
export const sizeOf = (node: CanvasNode): Size => {
  if (isCollapsed(node)) return collapsedSize;
  const fallback = defaultSize[node.type && isNodeType(node.type) ? node.type : 'other'];
  return { width: node.width ?? fallback.width, height: node.height ?? fallback.height };
};
