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
/** The type of components that contain other components. */
export const containerType = 'container';
const flowType = 'flow';

/**
 * The handles of every node. Without handles and a size, React Flow would mount every node once to
 * measure it. The positions of the handles do not matter, because flows choose their own sides
 * (flow-route.ts). See also `handleAnchor` in node-parts.tsx.
 */
const handles: NonNullable<FlowNode['handles']> = [
  { type: 'source', position: Position.Right, x: 0, y: 0, width: 1, height: 1 },
  { type: 'target', position: Position.Left, x: 0, y: 0, width: 1, height: 1 },
];

const noData: FlowEdge['data'] = {};

/**
 * The z-index of boundaries, below everything else, so that a boundary over components does not
 * take their clicks.
 */
const boundaryLevel = -1000;

/** Returns the ID of the DOM element with the accessible name of a node or a flow. */
export const nameId = (id: string): string => `canvas-name-${encodeURIComponent(id)}`;

/**
 * Elements are no Tab stops. The canvas is one Tab stop, and moves the focus through its elements
 * (walk.ts).
 */
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
 * Returns the size of a node in whole pixels. React Flow compares this size with `offsetWidth`, which is
 * always whole, so a fraction would look like a change of size.
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
 * The nodes that are drawn as the ends of a flow. If a node is hidden in a collapsed boundary, the
 * boundary is drawn as the end.
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

/**
 * Tells if a drawn node still matches the document. It does not match after a drag or a change of the
 * document.
 */
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
