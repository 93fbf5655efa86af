import type { CanvasDocument } from '#shared/canvas/document.ts';
import { boxAround, type Box } from '#shared/canvas/geometry.ts';
import { drawingOf, piecesIn, svgOf, type SetText } from '#shared/drawing/draw-canvas.ts';

/** An image has no font of the page; the drawing's own may be missing here. */
const ownFont: SetText = (text) => [{ text, family: 'system-ui, sans-serif', width: 0 }];

/**
 * Drawings that are looked at side by side, as SVG of one area: what stands at the same place of the
 * canvas stands at the same place of each picture.
 */
export const picturesOf = (
  documents: readonly CanvasDocument[],
): { area: Box; pictures: string[] } => {
  const drawings = documents.map(drawingOf);
  const area = boxAround(drawings.map(({ box }) => box)) ?? { x: 0, y: 0, width: 1, height: 1 };
  return {
    area,
    pictures: drawings.map((drawing) => svgOf(piecesIn(drawing, area), area, ownFont)),
  };
};
