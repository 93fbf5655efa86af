import type { CanvasDocument } from '#shared/canvas/document.ts';
import { boxAround, type Box } from '#shared/canvas/geometry.ts';
import {
  drawingOf,
  piecesIn,
  svgOf,
  type Drawing,
  type SetText,
} from '#shared/drawing/draw-canvas.ts';

/** An image has no font of the page; the drawing's own may be missing here. */
const ownFont: SetText = (text) => [{ text, family: 'system-ui, sans-serif', width: 0 }];
const noText: SetText = () => [];

/** Below this scale no word can be read, and words are most of what drawing costs. */
const readableFrom = 0.3;

/**
 * Drawings that are looked at side by side, and one area that holds all of them: what stands at the
 * same place of the canvas stands at the same place of each picture.
 */
export const drawingsOf = (
  documents: readonly CanvasDocument[],
): { area: Box; drawings: Drawing[] } => {
  const drawings = documents.map(drawingOf);
  const area = boxAround(drawings.map(({ box }) => box)) ?? { x: 0, y: 0, width: 1, height: 1 };
  return { area, drawings };
};

/** A part of a drawing, as SVG. */
export const pictureOf = (drawing: Drawing, part: Box, scale: number): string =>
  svgOf(piecesIn(drawing, part), part, scale < readableFrom ? noText : ownFont);

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

const holds = (outer: Box, inner: Box): boolean =>
  outer.x <= inner.x &&
  outer.y <= inner.y &&
  outer.x + outer.width >= inner.x + inner.width &&
  outer.y + outer.height >= inner.y + inner.height;

/** The part to draw when `seen` is in view: the same as before for as long as that will do. */
export const partToDraw = (before: Box, seen: Box, area: Box): Box => {
  const needed = within(area, seen);
  const isNear = before.width <= seen.width * farthest && before.height <= seen.height * farthest;
  if (isNear && holds(before, needed)) return before;
  return within(area, {
    x: Math.floor(seen.x - seen.width * reach),
    y: Math.floor(seen.y - seen.height * reach),
    width: Math.ceil(seen.width * (1 + 2 * reach)),
    height: Math.ceil(seen.height * (1 + 2 * reach)),
  });
};
