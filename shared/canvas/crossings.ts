import type { CanvasDocument, CanvasEdge, CanvasNode, Position } from './document.ts';
import { crossedBoundaries, holdsPoint, type Box } from './geometry.ts';
import { edgeById, withDescendants } from './lookup.ts';
import { insideOf, lengthOf, type Polyline } from './routing/polyline.ts';

const known = new WeakMap<CanvasDocument, Map<string, readonly CanvasNode[]>>();
const none: readonly CanvasNode[] = [];

/**
 * Returns the boundaries that a flow crosses (`crossedBoundaries`). The result is cached for each
 * document.
 */
export const crossedBy = (document: CanvasDocument, flowId: string): readonly CanvasNode[] => {
  const ofDocument = known.get(document) ?? new Map<string, readonly CanvasNode[]>();
  if (!known.has(document)) known.set(document, ofDocument);
  const before = ofDocument.get(flowId);
  if (before) return before;
  const flow = edgeById(document, flowId);
  const crossed = flow ? crossedBoundaries(document, flow) : none;
  ofDocument.set(flowId, crossed);
  return crossed;
};

/** Returns the flows that enter or leave a boundary. */
export const flowsAcross = (
  document: CanvasDocument,
  boundaryId: string,
): { inwards: CanvasEdge[]; outwards: CanvasEdge[] } => {
  const inside = withDescendants(document, [boundaryId]);
  const across = document.edges.filter(
    ({ source, target }) => inside.has(source) !== inside.has(target),
  );
  return {
    inwards: across.filter(({ target }) => inside.has(target)),
    outwards: across.filter(({ source }) => inside.has(source)),
  };
};

/**
 * The smallest distance from an end of a line at which a crossing is marked, as a fraction of the line's
 * length. A mark closer to the end would cover the arrowhead.
 */
const nearEnd = 0.02;

/** Returns the points where a line crosses the outline of a box, except near the ends of the line. */
export const crossingPoints = (line: Polyline, box: Box): Position[] => {
  const length = lengthOf(line);
  const points: Position[] = [];
  let before = 0;
  for (const [index, to] of line.slice(1).entries()) {
    const from = line[index] ?? to;
    const leg = Math.hypot(to.x - from.x, to.y - from.y);
    for (const part of crossedAt(from, to, box)) {
      const along = (before + part * leg) / (length || 1);
      if (along <= nearEnd || along >= 1 - nearEnd) continue;
      points.push({ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part });
    }
    before += leg;
  }
  return points;
};

/**
 * Returns the positions at which a straight line enters and leaves a box, as fractions of the line's
 * length.
 */
const crossedAt = (from: Position, to: Position, box: Box): number[] => {
  const inside = insideOf(from, to, box);
  if (!inside) return [];
  return [
    ...(inside.from > 0 || !holdsPoint(box, from) ? [inside.from] : []),
    ...(inside.to < 1 || !holdsPoint(box, to) ? [inside.to] : []),
  ];
};
