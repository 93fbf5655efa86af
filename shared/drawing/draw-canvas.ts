import type { CanvasDocument } from '../canvas/document.ts';
import { roleOf } from '../canvas/element-kinds.ts';
import { boxAround, type Box } from '../canvas/geometry.ts';
import { t } from '../locales/texts.ts';
import { drawLabel, drawLine, routed } from './draw-flow.ts';
import {
  drawBoundary,
  drawBox,
  drawBoxText,
  drawCollapsed,
  drawFrameName,
  drawNote,
} from './draw-node.ts';
import { drawingColors } from './drawing-styles.ts';
import { elementsOf, type DrawnNode } from './elements.ts';
import { element, plainText, px, textLine, type SetText } from './markup.ts';
import { hasRoom, isBeside, roomOf } from './room-left.ts';
import { textPositions } from './text-positions.ts';

export type { SetText } from './markup.ts';

/**
 * A part of a drawing, such as a shape or a text. `box` contains everything that the part paints, in
 * canvas pixels.
 */
export type Piece = { box: Box; paint: (setText: SetText) => string };

/** The pieces from back to front, and the area of the drawing with its margin. */
export type Drawing = { pieces: Piece[]; box: Box };

const margin = 24;
const emptySize = { width: 480, height: 180 };

/**
 * Returns the drawing of a canvas as the app shows the canvas in its light theme, without selection and
 * threat counts. Uses only shapes, paths, and text with plain attributes, because every SVG renderer
 * draws these alike.
 */
export const drawingOf = (document: CanvasDocument): Drawing => {
  const { nodes, flows } = elementsOf(document);
  const { frames, rooms, routes, labels } = textPositions({ nodes, flows });
  const routedFlows = flows.flatMap((flow) => {
    const route = routes.get(flow.id);
    return route ? [routed(flow, route, labels.get(flow.id)?.position ?? null)] : [];
  });
  const pieces: Piece[] = [
    ...nodes.filter(({ isFrame }) => isFrame).map((node) => pieceOf(node, drawFrame)),
    ...routedFlows.map((flow) => ({ box: flow.box, paint: () => drawLine(flow) })),
    ...nodes
      .filter(({ isFrame }) => !isFrame)
      .map((node) =>
        pieceOf(node, (drawn, setText) => drawElement(drawn, rooms.get(drawn.id), setText)),
      ),
    ...nodes.flatMap((node) => {
      const room = rooms.get(node.id);
      if (!room || !isBeside(room, node.box)) return [];
      const box = roomOf(node, rooms);
      return [{ box, paint: (setText: SetText) => drawBoxText(node, box, setText) }];
    }),
    ...nodes.flatMap((node) => {
      const name = frames.get(node.id);
      return name
        ? [
            {
              box: name.box,
              paint: (setText: SetText) => drawFrameName(node, name, setText),
            },
          ]
        : [];
    }),
    ...routedFlows.flatMap((flow) =>
      flow.labelBox
        ? [{ box: flow.labelBox, paint: (setText: SetText) => drawLabel(flow, setText) }]
        : [],
    ),
  ];
  const around = boxAround(pieces.map(({ box }) => box));
  return around
    ? { pieces, box: withMargin(around) }
    : { pieces: [emptyPiece], box: { x: 0, y: 0, ...emptySize } };
};

const isBoundary = ({ type }: DrawnNode): boolean => roleOf(type) === 'boundary';

const drawFrame = (node: DrawnNode): string =>
  isBoundary(node) ? drawBoundary(node) : drawBox(node);

const drawElement = (node: DrawnNode, room: Box | undefined, setText: SetText): string => {
  if (roleOf(node.type) === 'note') return drawNote(node, setText);
  if (isBoundary(node)) return drawBoundary(node) + drawCollapsed(node, setText);
  if (!room) return drawBox(node) + drawBoxText(node, node.box, setText);
  if (isBeside(room, node.box) || !hasRoom(room)) return drawBox(node);
  const { x, y } = node.box;
  return drawBox(node) + drawBoxText(node, { ...room, x: x + room.x, y: y + room.y }, setText);
};

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
      t('canvas:empty.drawn'),
      { x: emptySize.width / 2, y: 95, anchor: 'middle', colour: drawingColors.dimmed },
      { size: 14, isBold: false },
      setText,
    ),
};

const touches = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

/** Returns the pieces that are at least partly in an area, from back to front. */
export const piecesIn = (drawing: Drawing, area: Box): Piece[] =>
  drawing.pieces.filter(({ box }) => touches(box, area));

/**
 * Returns an area of a drawing as an SVG document that has the size of the area in pixels. The
 * background is transparent if `background` is false.
 */
export const svgOf = (
  pieces: readonly Piece[],
  { x, y, width, height }: Box,
  setText: SetText = plainText,
  background = true,
): string =>
  element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width,
      height,
      viewBox: [x, y, width, height].map(px).join(' '),
    },
    (background ? element('rect', { x, y, width, height, fill: drawingColors.canvas }) : '') +
      pieces.map(({ paint }) => paint(setText)).join(''),
  );

/** Returns a whole canvas as an SVG document, with the size of the document in pixels at 100% zoom. */
export const drawCanvas = (
  document: CanvasDocument,
): { svg: string; width: number; height: number } => {
  const { pieces, box } = drawingOf(document);
  return { svg: svgOf(pieces, box), width: box.width, height: box.height };
};
