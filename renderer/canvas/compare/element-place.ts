import type { CanvasDocument } from '#shared/canvas/document.ts';
import { boxOf, type Box } from '#shared/canvas/geometry.ts';
import { edgeById, nodeById } from '#shared/canvas/lookup.ts';
import { routeIn } from '#shared/canvas/route-in.ts';

/** Where an element is drawn: a node is its box, a flow its path and the box around its ends. */
export type ElementPlace = { box: Box; path: string | null };

export type ElementName = { element: 'node' | 'edge'; id: string };

/** `null` where the drawing does not have it, or has a flow without one of its ends. */
export const placeOfElement = (
  document: CanvasDocument,
  { element, id }: ElementName,
): ElementPlace | null => (element === 'node' ? nodePlace : flowPlace)(document, id);

const nodePlace = (document: CanvasDocument, id: string): ElementPlace | null => {
  const node = nodeById(document, id);
  return node ? { box: boxOf(document, node), path: null } : null;
};

/** A label of a few words, in pixels: the mark of a flow stands around the middle of its line. */
const middle = { width: 60, height: 24 };

const flowPlace = (document: CanvasDocument, id: string): ElementPlace | null => {
  const edge = edgeById(document, id);
  const route = edge && routeIn(document, edge);
  if (!route) return null;
  const { path, label } = route;
  const [x, y] = [label.x - middle.width / 2, label.y - middle.height / 2];
  return { box: { x, y, ...middle }, path };
};
