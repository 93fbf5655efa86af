import { Position, type Edge, type Node } from '@xyflow/react';
import {
  isLocked,
  isNodeType,
  sizeOf,
  type CanvasEdge,
  type CanvasNode,
} from '#shared/canvas/document.ts';

/**
 * What React Flow is given of a node and an edge. `data` and `position` are the document's own
 * objects, so that an unchanged element is known by its identity and is not rendered again.
 */
export type FlowNode = Node<CanvasNode['data'], string>;
export type FlowEdge = Edge<NonNullable<CanvasEdge['data']>, string>;

/** Types without a look of their own are drawn by one plain box. */
export const plainType = 'plain';
const flowType = 'flow';

/**
 * React Flow mounts every node once to measure it unless it is told its size and handles. Flows
 * find their own sides (flow-route.ts), so one pair serves every node; see also handle-anchor.tsx.
 */
const handles: NonNullable<FlowNode['handles']> = [
  { type: 'source', position: Position.Right, x: 0, y: 0, width: 1, height: 1 },
  { type: 'target', position: Position.Left, x: 0, y: 0, width: 1, height: 1 },
];

const noData: FlowEdge['data'] = {};

/** Below everything else: a boundary drawn over components must not take their clicks. */
const boundaryLevel = -1000;

/** The element that says what a node or a flow is, for those who hear the window. */
export const nameId = (id: string): string => `canvas-name-${encodeURIComponent(id)}`;

/** The canvas is one stop of the Tab key and leads on through its elements itself (walk.ts). */
const attributesOf = (id: string) => ({
  tabIndex: -1,
  'aria-labelledby': nameId(id),
  'aria-roledescription': undefined,
});

const drawnType = ({ type }: CanvasNode): string =>
  type !== undefined && isNodeType(type) ? type : plainType;

/** Whole pixels, because React Flow compares with `offsetWidth` and reports what differs. */
const drawnSize = (node: CanvasNode): { width: number; height: number } => {
  const { width, height } = sizeOf(node);
  return { width: Math.round(width), height: Math.round(height) };
};

export const flowNode = (
  node: CanvasNode,
  parentId: string | undefined,
  selected: boolean,
): FlowNode => {
  const size = drawnSize(node);
  return {
    id: node.id,
    type: drawnType(node),
    position: node.position,
    data: node.data,
    ...size,
    measured: size,
    handles,
    ...(parentId !== undefined && { parentId }),
    ...(node.type === 'trustBoundaryNode' && { zIndex: boundaryLevel }),
    ...(isLocked(node) && { draggable: false }),
    domAttributes: attributesOf(node.id),
    selected,
  };
};

/** The nodes that are drawn for the ends of a flow: one may be in a collapsed boundary. */
type DrawnEnds = { source: string; target: string };

export const flowEdge = (edge: CanvasEdge, ends: DrawnEnds, selected: boolean): FlowEdge => ({
  id: edge.id,
  type: flowType,
  ...ends,
  data: edge.data ?? noData,
  domAttributes: attributesOf(edge.id),
  selected,
});

/** Whether what is drawn still shows the document: not so after a drag, or a change of it. */
export const showsNode = (
  drawn: FlowNode,
  node: CanvasNode,
  parentId: string | undefined,
): boolean => {
  const { width, height } = drawnSize(node);
  return (
    drawn.data === node.data &&
    drawn.position === node.position &&
    drawn.parentId === parentId &&
    drawn.width === width &&
    drawn.height === height &&
    drawn.type === drawnType(node)
  );
};

export const showsEdge = (drawn: FlowEdge, edge: CanvasEdge, ends: DrawnEnds): boolean =>
  drawn.data === (edge.data ?? noData) &&
  drawn.source === ends.source &&
  drawn.target === ends.target;
