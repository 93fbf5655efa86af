import type { CanvasDocument } from '../canvas/document.ts';
import { boxAround, type Box } from '../canvas/geometry.ts';
import { drawLabel, drawLine, routed } from './draw-flow.ts';
import { drawBoundary, drawBox, drawNote, drawTab } from './draw-node.ts';
import { elementsOf, type DrawnNode } from './elements.ts';
import { colours, emptyCanvas } from './look.ts';
import { element, plainText, px, textLine, type SetText } from './markup.ts';

export type { SetText } from './markup.ts';

/** One thing on the canvas. `box` holds all that it paints, in pixels of the canvas. */
export type Piece = { box: Box; paint: (setText: SetText) => string };

/** What is drawn, from back to front, and the part of the canvas that it takes. */
export type Drawing = { pieces: Piece[]; box: Box };

const margin = 24;
const emptySize = { width: 480, height: 180 };

/**
 * A canvas as the app shows it in its light theme, unselected and without counts of threats. Only
 * shapes, paths and text with plain attributes, which every SVG renderer draws alike.
 */
export const drawingOf = (document: CanvasDocument): Drawing => {
  const { nodes, flows } = elementsOf(document);
  const boundaries = nodes.filter(isBoundary);
  const routes = flows.map(routed);
  const pieces: Piece[] = [
    ...boundaries.map((node) => ({ box: node.box, paint: () => drawBoundary(node) })),
    ...routes.map((flow) => ({ box: flow.box, paint: () => drawLine(flow) })),
    ...boundaries.map((node) => pieceOf(node, drawTab)),
    ...nodes
      .filter((node) => !isBoundary(node))
      .map((node) => pieceOf(node, node.type === 'noteNode' ? drawNote : drawBox)),
    ...routes.flatMap((flow) =>
      flow.label
        ? [{ box: flow.label, paint: (setText: SetText) => drawLabel(flow, setText) }]
        : [],
    ),
  ];
  const around = boxAround(pieces.map(({ box }) => box));
  return around
    ? { pieces, box: withMargin(around) }
    : { pieces: [emptyPiece], box: { x: 0, y: 0, ...emptySize } };
};

const isBoundary = ({ type }: DrawnNode): boolean => type === 'trustBoundaryNode';

const pieceOf = (node: DrawnNode, draw: (node: DrawnNode, setText: SetText) => string): Piece => ({
  box: node.box,
  paint: (setText) => draw(node, setText),
});

const withMargin = ({ x, y, width, height }: Box): Box => ({
  x: Math.floor(x - margin),
  y: Math.floor(y - margin),
  width: Math.ceil(width + 2 * margin + 1),
  height: Math.ceil(height + 2 * margin + 1),
});

const emptyPiece: Piece = {
  box: { x: 0, y: 0, ...emptySize },
  paint: (setText) =>
    textLine(
      emptyCanvas,
      { x: emptySize.width / 2, y: 95, anchor: 'middle', colour: colours.dimmed },
      { size: 14, isBold: false },
      setText,
    ),
};

const touches = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

/** The pieces of which at least a part lies in an area, in their order. */
export const piecesIn = (drawing: Drawing, area: Box): Piece[] =>
  drawing.pieces.filter(({ box }) => touches(box, area));

/** An area of a drawing as one SVG document of that size in pixels. */
export const svgOf = (
  pieces: readonly Piece[],
  { x, y, width, height }: Box,
  setText: SetText = plainText,
): string =>
  element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width,
      height,
      viewBox: [x, y, width, height].map(px).join(' '),
    },
    element('rect', { x, y, width, height, fill: colours.canvas }) +
      pieces.map(({ paint }) => paint(setText)).join(''),
  );

/** A whole canvas as one SVG document; the size is in pixels at 100 % zoom. */
export const drawCanvas = (
  document: CanvasDocument,
): { svg: string; width: number; height: number } => {
  const { pieces, box } = drawingOf(document);
  return { svg: svgOf(pieces, box), width: box.width, height: box.height };
};
