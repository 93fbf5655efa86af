import type { CanvasDocument } from '../canvas/document.ts';
import type { OpenThreats } from '../canvas/open-threats.ts';
import { drawingOf, svgOf, type Drawing } from './draw-canvas.ts';
import type { ImageOptions } from './image-options.ts';
import { surrounded } from './surround.ts';

/** A canvas with everything that its image shows besides the elements. */
export type Picture = {
  document: CanvasDocument;
  title: string;
  threats: OpenThreats;
  options: ImageOptions;
};

export const drawingOfPicture = ({ document, title, threats, options }: Picture): Drawing =>
  surrounded(drawingOf(document), document, {
    title: options.title ? title : null,
    legend: options.legend,
    ...(options.badges && { threats }),
  });

export const svgPicture = (picture: Picture): string => {
  const { pieces, box } = drawingOfPicture(picture);
  return svgOf(pieces, box, undefined, picture.options.background);
};
