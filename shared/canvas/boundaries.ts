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

/**
 * Returns the innermost expanded boundary at a point, except those in `except`, or `undefined` if there
 * is none.
 */
export const boundaryAt = (
  document: CanvasDocument,
  point: Position,
  except: ReadonlySet<string> = nothing,
): CanvasNode | undefined =>
  boundaryBoxes(document).find(({ node, box }) => !except.has(node.id) && holdsPoint(box, point))
    ?.node;

/**
 * Returns the innermost boundary that contains the center of a box and is larger than the box, or
 * `undefined` if there is none. A smaller boundary does not count, because a large boundary dragged over
 * a small one would otherwise become a child of the small one.
 *
 * `moving` has the IDs of the dragged nodes, which are left out. If any nodes are dragged, a boundary of
 * the same size as the box counts too, because all new boundaries have the same size and can be dropped
 * into each other. For a copy, `moving` is empty, so a boundary of the same size does not count.
 * Otherwise, a copied boundary would become a child of its original.
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
