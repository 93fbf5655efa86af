import type { CanvasDocument, CanvasEdge, CanvasNode, Position } from './document.ts';
import { crossedBoundaries, holdsPoint, type Box } from './geometry.ts';
import { edgeById, withDescendants } from './lookup.ts';

const known = new WeakMap<CanvasDocument, Map<string, readonly CanvasNode[]>>();
const none: readonly CanvasNode[] = [];

/** As `crossedBoundaries`, reckoned once for as long as the drawing stays as it is. */
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

/** The flows that lead over a boundary: those that come into it, and those that leave it. */
export const flowsAcross = (
  document: CanvasDocument,
  boundaryId: string,
): { inwards: CanvasEdge[]; outwards: CanvasEdge[] } => {
  const held = withDescendants(document, [boundaryId]);
  const across = document.edges.filter(
    ({ source, target }) => held.has(source) !== held.has(target),
  );
  return {
    inwards: across.filter(({ target }) => held.has(target)),
    outwards: across.filter(({ source }) => held.has(source)),
  };
};

/** As many looks at a line as its shortest way through a boundary needs to be found. */
const looks = 48;
const refinements = 8;

/**
 * Where a line passes the outline of a box, from 0 at its start to 1 at its end. `pointAt` gives
 * the point at such a place, whatever the shape of the line.
 */
export const crossingsOf = (pointAt: (place: number) => Position, box: Box): number[] => {
  const isInside = (place: number): boolean => holdsPoint(box, pointAt(place));
  const crossings: number[] = [];
  let before = isInside(0);
  for (let look = 1; look <= looks; look += 1) {
    const after = isInside(look / looks);
    if (after !== before) {
      crossings.push(refined(isInside, (look - 1) / looks, look / looks, before));
    }
    before = after;
  }
  return crossings;
};

const refined = (
  isInside: (place: number) => boolean,
  start: number,
  end: number,
  startsInside: boolean,
): number => {
  let [from, to] = [start, end];
  for (let round = 0; round < refinements; round += 1) {
    const middle = (from + to) / 2;
    if (isInside(middle) === startsInside) from = middle;
    else to = middle;
  }
  return (from + to) / 2;
};
