import type { CanvasDocument, CanvasNode } from '#shared/canvas/document.ts';
import { boundsOf, flowEndsOf, flowsWithin } from '#shared/canvas/flow-ends.ts';
import { boxAround, holdsBox, type Box } from '#shared/canvas/geometry.ts';
import { boxAt, nodesWithin, placementOf } from '#shared/canvas/placement.ts';
import { drawingOf, piecesIn, svgOf, type SetText } from '#shared/drawing/draw-canvas.ts';

/** An image has no font of the page; the drawing's own may be missing here. */
const ownFont: SetText = (text) => [{ text, family: 'system-ui, sans-serif', width: 0 }];

/** Around all that is drawn, in pixels of the canvas: flows bend outwards, and signs stand there. */
const margin = 48;

/** Where the sentence stands that says so of a canvas without anything on it. */
const emptyArea: Box = { x: 0, y: 0, width: 480, height: 180 };

/**
 * One area for all drawings that are looked at side by side: what stands at the same place of the
 * canvas stands at the same place of each picture.
 */
export const areaOf = (documents: readonly CanvasDocument[]): Box => {
  const around = boxAround(documents.map((each) => boundsOf(each) ?? emptyArea));
  const { x, y, width, height } = around ?? emptyArea;
  return {
    x: Math.floor(x - margin),
    y: Math.floor(y - margin),
    width: Math.ceil(width + 2 * margin),
    height: Math.ceil(height + 2 * margin),
  };
};

/** An image of more takes longer to be made than one wants to wait, and nobody could read it. */
const mostInImage = 400;

/** Whether there is so much in a part that only shapes are to be told apart. */
export const isSeenFromAfar = (document: CanvasDocument, part: Box): boolean =>
  document.nodes.length > mostInImage &&
  nodesWithin(placementOf(document), part).length > mostInImage;

/** A part of a drawing, as SVG. What it costs depends on what is in the part alone. */
export const pictureOf = (document: CanvasDocument, part: Box): string => {
  const { nodes, edges } = elementsIn(document, part);
  if (nodes.length === 0 && document.nodes.length > 0) return svgOf([], part, ownFont);
  return svgOf(piecesIn(drawingOf({ nodes, edges }), part), part, ownFont);
};

/** What is drawn in a part, every node by its place on the canvas itself, with all ends of flows. */
const elementsIn = (document: CanvasDocument, part: Box): CanvasDocument => {
  const placement = placementOf(document);
  const { source, target } = flowEndsOf(document);
  const flows = flowsWithin(document, part, placement);
  const places = new Set(nodesWithin(placement, part));
  for (const at of flows) {
    places.add(source[at] ?? -1);
    places.add(target[at] ?? -1);
  }
  const idAt = (at = -1): string => document.nodes[at]?.id ?? '';
  return {
    nodes: [...places]
      .toSorted((a, b) => a - b)
      .flatMap((at) => {
        const node = document.nodes[at];
        return node ? [onCanvas(node, boxAt(placement, at))] : [];
      }),
    edges: flows.flatMap((at) => {
      const edge = document.edges[at];
      return edge ? [{ ...edge, source: idAt(source[at]), target: idAt(target[at]) }] : [];
    }),
  };
};

const onCanvas = ({ parentId: _parentId, ...node }: CanvasNode, { x, y }: Box): CanvasNode => ({
  ...node,
  position: { x, y },
});

/** How far beyond what is seen the pictures reach on each side, in parts of the view. */
const reach = 0.5;
/** A picture that reaches further would be painted for the most part in vain. */
const farthest = 3;

const within = (outer: Box, { x, y, width, height }: Box): Box => {
  const left = Math.max(outer.x, x);
  const top = Math.max(outer.y, y);
  return {
    x: left,
    y: top,
    width: Math.max(1, Math.min(outer.x + outer.width, x + width) - left),
    height: Math.max(1, Math.min(outer.y + outer.height, y + height) - top),
  };
};

/** The part to draw when `seen` is in view: the same as before for as long as that will do. */
export const partToDraw = (before: Box | null, seen: Box, area: Box): Box => {
  const isNear =
    before !== null &&
    before.width <= seen.width * farthest &&
    before.height <= seen.height * farthest;
  if (isNear && holdsBox(before, within(area, seen))) return before;
  return within(area, {
    x: Math.floor(seen.x - seen.width * reach),
    y: Math.floor(seen.y - seen.height * reach),
    width: Math.ceil(seen.width * (1 + 2 * reach)),
    height: Math.ceil(seen.height * (1 + 2 * reach)),
  });
};
