import type { LayoutOptions } from 'elkjs/lib/elk-api.js';

export type LayoutDirection = 'right' | 'down';

/** Pixels between the outline of a boundary and what it holds; above, the tab of its label. */
export const boundaryPadding = { top: 48, side: 28 };
export const smallestBoundary = { width: 160, height: 100 };
export const nodeGap = 40;

const noPadding = '[top=0,left=0,bottom=0,right=0]';
const padding = ({ top, side }: typeof boundaryPadding): string =>
  `[top=${top},left=${side},bottom=${side},right=${side}]`;

/** From so many nodes on, a good layout that is there soon is better than the best one. */
const manyNodes = 600;

/** Names of options: https://eclipse.dev/elk/reference/options.html */
export const layered = (direction: LayoutDirection, count: number): LayoutOptions => ({
  'elk.algorithm': 'layered',
  'elk.direction': direction === 'right' ? 'RIGHT' : 'DOWN',
  'elk.padding': noPadding,
  'elk.aspectRatio': '1.6',
  'elk.spacing.nodeNode': String(nodeGap),
  'elk.spacing.componentComponent': String(nodeGap * 1.5),
  'elk.spacing.edgeNode': '20',
  'elk.spacing.edgeLabel': '8',
  'elk.spacing.commentNode': '20',
  'elk.layered.spacing.nodeNodeBetweenLayers': '70',
  'elk.layered.thoroughness': count > manyNodes ? '2' : '7',
});

/** Where no flow enters what is held, each is laid out by itself: it is faster, and denser. */
export const hierarchy = (isEntered: boolean): LayoutOptions => ({
  'elk.hierarchyHandling': isEntered ? 'INCLUDE_CHILDREN' : 'SEPARATE_CHILDREN',
});

/** Ways of flows are told on the graph itself, wherever in it they are. */
export const rootCoordinates: LayoutOptions = { 'elk.json.edgeCoords': 'ROOT' };

export const framed = (labelWidth: number): LayoutOptions => {
  const { width, height } = smallestBoundary;
  return {
    'elk.padding': padding(boundaryPadding),
    'elk.nodeSize.constraints': 'MINIMUM_SIZE',
    'elk.nodeSize.minimum': `(${Math.max(width, Math.ceil(labelWidth))}, ${height})`,
  };
};

/** Nodes without flows, in rows: a layer would put them into one long column. */
export const packed: LayoutOptions = {
  ...hierarchy(false),
  'elk.algorithm': 'rectpacking',
  'elk.padding': noPadding,
  'elk.spacing.nodeNode': String(nodeGap),
  'elk.aspectRatio': '1.6',
};

/** Stands above or below the node that its edge leads to. */
export const comment: LayoutOptions = { 'elk.commentBox': 'true' };
