import type { CanvasDocument } from '#shared/canvas/document.ts';
import { boxAround, boxOf, type Box } from '#shared/canvas/geometry.ts';
import { edgeById, nodeById } from '#shared/canvas/lookup.ts';
import { routeIn } from '#shared/canvas/route-in.ts';

/**
 * Where an element is drawn: a node is its box, a flow its path and the box of its label. `around`
 * holds all of it.
 */
export type ElementPlace = { box: Box; path: string | null; around: Box };

export type ElementName = { element: 'node' | 'edge'; id: string };

/** `null` where the drawing does not have it, or has a flow without one of its ends. */
export const placeOfElement = (
  document: CanvasDocument,
  { element, id }: ElementName,
): ElementPlace | null => (element === 'node' ? nodePlace : flowPlace)(document, id);

const nodePlace = (document: CanvasDocument, id: string): ElementPlace | null => {
  const node = nodeById(document, id);
  if (!node) return null;
  const box = boxOf(document, node);
  return { box, path: null, around: box };
};

/** A label of a few words, in pixels: the mark of a flow stands around the middle of its line. */
const middle = { width: 60, height: 24 };

const flowPlace = (document: CanvasDocument, id: string): ElementPlace | null => {
  const edge = edgeById(document, id);
  const route = edge && routeIn(document, edge);
  if (!route) return null;
  const { path, label, line } = route;
  const [x, y] = [label.x - middle.width / 2, label.y - middle.height / 2];
  const box = { x, y, ...middle };
  const points = line.map((point) => ({ ...point, width: 0, height: 0 }));
  return { box, path, around: boxAround([box, ...points]) ?? box };
};
