import type { CanvasDocument } from '#shared/canvas/document.ts';
import { boxAround, boxOf, type Box } from '#shared/canvas/geometry.ts';
import { edgeById, nodeById } from '#shared/canvas/lookup.ts';
import { routeIn } from '#shared/canvas/route-in.ts';

/**
 * The drawn geometry of an element: the box of a node, or the path of a flow and the box of its
 * label. `around` contains all of it.
 */
export type ElementGeometry = { box: Box; path: string | null; around: Box };

export type ElementName = { element: 'node' | 'edge'; id: string };

/**
 * Returns the geometry of an element, or `null` if the document lacks the element or an end of the
 * flow.
 */
export const elementGeometry = (
  document: CanvasDocument,
  { element, id }: ElementName,
): ElementGeometry | null => (element === 'node' ? nodeGeometry : flowGeometry)(document, id);

const nodeGeometry = (document: CanvasDocument, id: string): ElementGeometry | null => {
  const node = nodeById(document, id);
  if (!node) return null;
  const box = boxOf(document, node);
  return { box, path: null, around: box };
};

/**
 * The size of a short label, in canvas pixels. The box of a flow has this size, at the position of
 * its label.
 */
const middle = { width: 60, height: 24 };

const flowGeometry = (document: CanvasDocument, id: string): ElementGeometry | null => {
  const edge = edgeById(document, id);
  const route = edge && routeIn(document, edge);
  if (!route) return null;
  const { path, label, line } = route;
  const [x, y] = [label.x - middle.width / 2, label.y - middle.height / 2];
  const box = { x, y, ...middle };
  const points = line.map((point) => ({ ...point, width: 0, height: 0 }));
  return { box, path, around: boxAround([box, ...points]) ?? box };
};
