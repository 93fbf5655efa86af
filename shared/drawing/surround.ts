import type { CanvasDocument } from '../canvas/document.ts';
import type { Box } from '../canvas/geometry.ts';
import { noOpenThreats, type OpenThreats } from '../canvas/open-threats.ts';
import { badgePieces } from './badges.ts';
import type { Drawing, Piece } from './draw-canvas.ts';
import { drawingColors } from './drawing-styles.ts';
import { elementsOf } from './elements.ts';
import { legendPieces } from './legend.ts';
import { textLine } from './markup.ts';
import { textWidth, type Style } from './text-width.ts';
import { ellipsized } from './wrap-text.ts';

export type Surroundings = {
  /** The title above the drawing, or `null` for none. */
  title: string | null;
  legend: boolean;
  /** Adds a badge to each component with open threats. */
  threats?: OpenThreats;
};

const margin = 24;
const titleStyle: Style = { size: 20, isBold: true };
const titleHeight = 36;
/**
 * The smallest width for the title and the legend, in pixels, so that they are not cut above and below a
 * small drawing.
 */
const minWidth = 360;
const longestTitle = 300;

/** Returns the drawing of a document with badges, with a title above and a legend below. */
export const surrounded = (
  drawing: Drawing,
  document: CanvasDocument,
  { title, legend, threats = noOpenThreats }: Surroundings,
): Drawing => {
  const elements = elementsOf(document);
  const badges = badgePieces(elements.nodes, document, threats);
  const { box } = drawing;
  const below = legend
    ? legendPieces(elements, badges.length > 0, {
        x: box.x + margin,
        y: box.y + box.height,
        width: Math.max(box.width, minWidth) - 2 * margin,
      })
    : [];
  const above = title === null || title.trim() === '' ? [] : [titlePiece(title, box)];
  const pieces = [...drawing.pieces, ...badges, ...below, ...above];
  return { pieces, box: around(box, [...badges, ...below, ...above]) };
};

/**
 * Returns the box of a drawing, enlarged to contain the added pieces with a margin at their left, at
 * their right, and below. The box is rounded to whole pixels.
 */
const around = (box: Box, added: Piece[]): Box => {
  const boxes = added.map((piece) => piece.box);
  const left = Math.min(box.x, ...boxes.map(({ x }) => x - margin));
  const top = Math.min(box.y, ...boxes.map(({ y }) => y));
  const right = Math.max(box.x + box.width, ...boxes.map(({ x, width }) => x + width + margin));
  const bottom = Math.max(box.y + box.height, ...boxes.map(({ y, height }) => y + height + margin));
  return {
    x: Math.floor(left),
    y: Math.floor(top),
    width: Math.ceil(right - Math.floor(left)),
    height: Math.ceil(bottom - Math.floor(top)),
  };
};

const titlePiece = (title: string, { x, y, width }: Box): Piece => {
  const room = Math.max(width, minWidth) - 2 * margin;
  const text = ellipsized(title.slice(0, longestTitle), room, titleStyle);
  const position = { x: x + margin, y: y + 6, colour: drawingColors.nodeText };
  return {
    box: {
      x: x + margin,
      y: y - titleHeight,
      width: textWidth(text, titleStyle),
      height: titleHeight,
    },
    paint: (setText) => textLine(text, position, titleStyle, setText),
  };
};
