import type { CanvasDocument, CanvasNode } from '#shared/canvas/document.ts';
import { boundsOf, flowEndsOf, flowsWithin } from '#shared/canvas/flow-ends.ts';
import { boxAround, holdsBox, type Box } from '#shared/canvas/geometry.ts';
import { boxAt, nodesWithin, placementOf } from '#shared/canvas/placement.ts';
import { drawingOf, piecesIn, svgOf, type SetText } from '#shared/drawing/draw-canvas.ts';
import { textWidth } from '#shared/drawing/text-width.ts';

/**
 * An SVG image cannot use the fonts of the page, and this computer may not have the font of the canvas.
 * So texts use a system font. Each text is made as wide as on the canvas, so that it covers no other
 * text.
 */
const ownFont: SetText = (text, style) => [
  { text, family: 'system-ui, sans-serif', width: textWidth(text, style), fits: true },
];

/**
 * The space around all elements, in canvas pixels. Flows that bend outward and signs need this space.
 */
const margin = 48;

/** The area of an empty canvas, for the text that says that the canvas is empty. */
const emptyArea: Box = { x: 0, y: 0, width: 480, height: 180 };

/**
 * Returns one area for all compared canvases, so that the same coordinates are at the same position
 * in each picture.
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

/**
 * The largest number of nodes in an image. An image with more nodes takes too long to draw, and its
 * texts are too small to read.
 */
const maxInImage = 400;

/** Tells if a part has too many nodes for an image, so that only their shapes are painted. */
export const showsOnlyShapes = (document: CanvasDocument, part: Box): boolean =>
  document.nodes.length > maxInImage &&
  nodesWithin(placementOf(document), part).length > maxInImage;

/**
 * Returns a part of a canvas as SVG. The time that this takes depends on the number of elements in
 * this part, not on the size of the canvas.
 */
export const pictureOf = (document: CanvasDocument, part: Box): string => {
  const { nodes, edges } = elementsIn(document, part);
  if (nodes.length === 0 && document.nodes.length > 0) return svgOf([], part, ownFont);
  return svgOf(piecesIn(drawingOf({ nodes, edges }), part), part, ownFont);
};

/**
 * Returns the flows in a part, the nodes in this part, and the nodes at the ends of these flows. The
 * nodes have absolute positions.
 */
const elementsIn = (document: CanvasDocument, part: Box): CanvasDocument => {
  const placement = placementOf(document);
  const { source, target } = flowEndsOf(document);
  const flows = flowsWithin(document, part, placement);
  const indexes = new Set(nodesWithin(placement, part));
  for (const at of flows) {
    indexes.add(source[at] ?? -1);
    indexes.add(target[at] ?? -1);
  }
  const idAt = (at = -1): string => document.nodes[at]?.id ?? '';
  return {
    nodes: [...indexes]
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

/**
 * The distance by which a picture extends beyond the visible part on each side, as a fraction of the
 * width or height of the visible part.
 */
const reach = 0.5;
/**
 * The largest size of a picture, as a multiple of the visible part. A picture that exceeds this size
 * because the person has zoomed in is replaced, because most of it would never be seen.
 */
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

/**
 * Returns the part to paint: the previous part if it covers `seen` and is not too large, otherwise
 * a new one.
 */
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
