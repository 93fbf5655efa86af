import { hiddenIn } from './collapsed.ts';
import {
  isCollapsed,
  type CanvasDocument,
  type CanvasNode,
  type Position,
  type Size,
} from './document.ts';
import { boxOf, centreOf, holdsPoint, isBoundary, type Box } from './geometry.ts';

type BoundaryBox = { node: CanvasNode; box: Box };

const boundaries = new WeakMap<readonly CanvasNode[], BoundaryBox[]>();

/**
 * Returns the boundaries that can take in nodes, smallest first, so that the first match is the
 * innermost. Collapsed boundaries are excluded, because a node dropped on one would disappear.
 */
const boundaryBoxes = (document: CanvasDocument): BoundaryBox[] => {
  const known = boundaries.get(document.nodes);
  if (known) return known;
  const hidden = hiddenIn(document);
  const boxes = document.nodes
    .filter((node) => isBoundary(node) && !isCollapsed(node) && !hidden.has(node.id))
    .map((node) => ({ node, box: boxOf(document, node) }))
    .toSorted((one, other) => areaOf(one.box) - areaOf(other.box));
  boundaries.set(document.nodes, boxes);
  return boxes;
};

const nothing: ReadonlySet<string> = new Set();

/** Returns the innermost boundary at a point. */
export const boundaryAt = (
  document: CanvasDocument,
  point: Position,
  except: ReadonlySet<string> = nothing,
): CanvasNode | undefined =>
  boundaryBoxes(document).find(({ node, box }) => !except.has(node.id) && holdsPoint(box, point))
    ?.node;

/**
 * Returns the innermost boundary that contains the center of a box. The boundary must be larger
 * than the box, so that a large boundary dragged over a small one does not become its child. With
 * `moving`, the same size is enough, because new boundaries are all of one size. Copies are placed
 * without `moving`, because a copy lies on its original.
 */
export const boundaryAround = (
  document: CanvasDocument,
  box: Box,
  moving: ReadonlySet<string> = nothing,
): CanvasNode | undefined => {
  const area = areaOf(box);
  return boundaryBoxes(document).find(
    (boundary) =>
      !moving.has(boundary.node.id) &&
      (areaOf(boundary.box) > area || (moving.size > 0 && areaOf(boundary.box) === area)) &&
      holdsPoint(boundary.box, centreOf(box)),
  )?.node;
};

const areaOf = ({ width, height }: Size): number => width * height;
