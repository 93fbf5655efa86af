import type { CanvasDocument } from '#shared/canvas/document.ts';
import type { OpenThreats } from '#shared/canvas/open-threats.ts';
import { drawingOf, svgOf, type Drawing } from '#shared/drawing/draw-canvas.ts';
import { maxScale } from '#shared/drawing/image-options.ts';
import { surrounded } from '#shared/drawing/surround.ts';
import { embedFonts } from '../fonts/embed-fonts.ts';
import { paintImage } from '../image.ts';
import type { DrawFigures } from './figures.ts';

/** Pixels of an image for each canvas pixel, for high resolution screens and for print. */
const sharp = 2;

const drawingWith = (document: CanvasDocument, threats: OpenThreats): Drawing =>
  surrounded(drawingOf(document), document, {
    title: null,
    legend: document.nodes.length > 0,
    threats,
  });

const figureOf = ({ box: { width, height } }: Drawing, file: string, content: Uint8Array) => ({
  figures: [{ file, content, width, height, isLandscape: false, part: 0 }],
  isTooLarge: false,
});

/** Draws a canvas as one SVG with embedded fonts, so that a reader can zoom in. */
export const vectorFigure: DrawFigures = async (document, threats, name) => {
  const drawing = drawingWith(document, threats);
  const svg = await embedFonts(svgOf(drawing.pieces, drawing.box));
  return figureOf(drawing, `${name}.svg`, new TextEncoder().encode(svg));
};

/** Draws a canvas as one PNG, which every word processor shows. */
export const imageFigure: DrawFigures = async (document, threats, name) => {
  const drawing = drawingWith(document, threats);
  const scale = Math.min(sharp, maxScale(drawing.box));
  return figureOf(drawing, `${name}.png`, await paintImage(drawing, scale));
};
