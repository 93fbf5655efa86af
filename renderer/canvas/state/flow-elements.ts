import { Position, type Edge, type Node } from '@xyflow/react';
import { isLocked, sizeOf, type CanvasEdge, type CanvasNode } from '#shared/canvas/document.ts';
import { isElementKind } from '#shared/canvas/element-kinds.ts';
import { isBoundary } from '#shared/canvas/geometry.ts';

/**
 * Nodes and edges as React Flow gets them. `data` and `position` are the document's own objects, so
 * that an unchanged element keeps its identity and does not render again.
 */
export type FlowNode = Node<CanvasNode['data'], string>;
export type FlowEdge = Edge<NonNullable<CanvasEdge['data']>, string>;

/** The type of nodes whose kind the app does not know. They are drawn as a plain box. */
export const plainType = 'plain';
/** A component that contains others. */
export const containerType = 'container';
const flowType = 'flow';

/**
 * React Flow mounts every node once to measure it unless it knows the node's size and handles.
 * Flows choose their own sides (flow-route.ts), so one pair of handles serves every node; see also
 * node-parts.tsx.
 */
const handles: NonNullable<FlowNode['handles']> = [
  { type: 'source', position: Position.Right, x: 0, y: 0, width: 1, height: 1 },
  { type: 'target', position: Position.Left, x: 0, y: 0, width: 1, height: 1 },
];

const noData: FlowEdge['data'] = {};

/** Below everything else: a boundary drawn over components must not take their clicks. */
const boundaryLevel = -1000;

/** Returns the ID of the page element with the accessible name of a node or a flow. */
export const nameId = (id: string): string => `canvas-name-${encodeURIComponent(id)}`;

/** The canvas is one Tab stop and moves the focus through its elements itself (walk.ts). */
const attributesOf = (id: string) => ({
  tabIndex: -1,
  'aria-labelledby': nameId(id),
  'aria-roledescription': undefined,
});

/** `isFrame` is true if the node is drawn around other elements. */
type DrawnAs = { parentId: string | undefined; isFrame: boolean };

const drawnType = (node: CanvasNode, isFrame: boolean): string => {
  if (isFrame && !isBoundary(node)) return containerType;
  return isElementKind(node.type) ? node.type : plainType;
};

/**
 * In whole pixels, because React Flow compares the size with `offsetWidth`, which is whole, and
 * reports differences.
 */
const drawnSize = (node: CanvasNode): { width: number; height: number } => {
  const { width, height } = sizeOf(node);
  return { width: Math.round(width), height: Math.round(height) };
};

export const flowNode = (
  node: CanvasNode,
  { parentId, isFrame }: DrawnAs,
  selected: boolean,
): FlowNode => {
  const size = drawnSize(node);
  return {
    id: node.id,
    type: drawnType(node, isFrame),
    position: node.position,
    data: node.data,
    ...size,
    measured: size,
    handles,
    ...(parentId !== undefined && { parentId }),
    ...((isFrame || isBoundary(node)) && { zIndex: boundaryLevel, className: 'frame' }),
    ...(isLocked(node) && { draggable: false }),
    domAttributes: attributesOf(node.id),
    selected,
  };
};

/**
 * The nodes drawn as the ends of a flow. A collapsed boundary is drawn as the end instead of a node
 * in it.
 */
type DrawnEnds = { source: string; target: string };

export const flowEdge = (edge: CanvasEdge, ends: DrawnEnds, selected: boolean): FlowEdge => ({
  id: edge.id,
  type: flowType,
  ...ends,
  data: edge.data ?? noData,
  domAttributes: attributesOf(edge.id),
  selected,
});

/** Returns true if a drawn node still matches the document. After a drag or a change, it no longer does. */
export const showsNode = (
  drawn: FlowNode,
  node: CanvasNode,
  { parentId, isFrame }: DrawnAs,
): boolean => {
  const { width, height } = drawnSize(node);
  return (
    drawn.data === node.data &&
    drawn.position === node.position &&
    drawn.parentId === parentId &&
    drawn.width === width &&
    drawn.height === height &&
    drawn.type === drawnType(node, isFrame)
  );
};

export const showsEdge = (drawn: FlowEdge, edge: CanvasEdge, ends: DrawnEnds): boolean =>
  drawn.data === (edge.data ?? noData) &&
  drawn.source === ends.source &&
  drawn.target === ends.target;
