import type { CanvasDocument } from '#shared/canvas/document.ts';
import type { Box } from '#shared/canvas/geometry.ts';
import { openThreatsOf, type OpenThreats } from '#shared/canvas/open-threats.ts';
import { drawingOf, piecesIn, svgOf, type Drawing } from '#shared/drawing/draw-canvas.ts';
import { surrounded } from '#shared/drawing/surround.ts';
import type { ReportComponent } from '#shared/report/report-content.ts';
import { loadMeasure } from '../fonts/measure.ts';
import { setTextBy } from '../fonts/set-text.ts';
import { paintImage } from '../image.ts';

/** A picture in a report, which is on a page of its own or above text. Sizes are in points. */
export type Figure = {
  file: string;
  content: Uint8Array;
  width: number;
  height: number;
  isLandscape: boolean;
  /**
   * The number of the part of the diagram that the figure shows, from 1. It is 0 if the figure shows the
   * whole diagram.
   */
  part: number;
};

type Figures = {
  figures: Figure[];
  /** True if names are not legible in the whole diagram, and the diagram would need too many parts. */
  isTooLarge: boolean;
};

/** The space for a figure below the heading on an A4 page, in points. */
const room = {
  portrait: { width: 483, height: 590 },
  landscape: { width: 730, height: 345 },
} as const;

/**
 * The smallest scale, in points per canvas pixel, at which names are just legible. Their font size is
 * then 5.5 points.
 */
const readable = 0.42;
const comfortable = 0.55;
/**
 * The smallest scale of a part. At a smaller scale, a part would be no more legible than the whole
 * diagram.
 */
const minPartsScale = 0.3;
const maxParts = 24;
/**
 * The overlap of neighboring parts in canvas pixels, so that a node that is cut off in one part is whole
 * in the next part.
 */
const overlap = 170;
/**
 * The largest scale, at which the diagram has its natural size (96 canvas pixels per inch). At a larger
 * scale, a diagram of three nodes would fill the page.
 */
const largest = 0.75;
/**
 * The size of the smallest text that is drawn, in points. Smaller text would only look like a gray line.
 */
const minTextSize = 2.5;
/**
 * The most elements that are drawn as vectors. A larger diagram becomes an image, because a viewer would
 * take seconds to show the page, and nobody can distinguish so many elements.
 */
const maxVectors = 10_000;
const pixelsPerPoint = 3;

/** Draws a canvas as one or more figures. The names of their files begin with `name`. */
export type DrawFigures = (
  document: CanvasDocument,
  threats: OpenThreats,
  name: string,
) => Promise<Figures>;

export const openThreatsIn = (components: readonly ReportComponent[]): OpenThreats =>
  openThreatsOf(
    components.flatMap(({ id, threats }) =>
      threats.map(({ status, priority }) => ({ component_id: id, status, priority })),
    ),
  );

/**
 * Draws a canvas as vectors, in the orientation that shows the canvas larger. If names are not legible
 * in the whole diagram, figures of its parts follow, unless there would be too many parts.
 */
export const figuresOf: DrawFigures = async (document, threats, name) => {
  const measure = await loadMeasure();
  const bare = drawingOf(document);
  const isEmpty = document.nodes.length === 0;
  const drawing = surrounded(bare, document, { title: null, legend: !isEmpty, threats });
  const upright = fitted(drawing.box, 'portrait');
  const lying = fitted(drawing.box, 'landscape');
  const isLandscape = lying > upright * 1.15;
  const scale = isLandscape ? lying : upright;
  const parts = scale < readable ? partsOf(drawing) : [];
  const picture = ({ area, scale: partScale }: Part, part: number, lies: boolean): Figure => ({
    file: `${name}-${part}.svg`,
    content: new TextEncoder().encode(
      svgOf(piecesIn(drawing, area), area, setTextBy(measure, minTextSize / partScale)),
    ),
    width: Math.max(1, area.width * partScale),
    height: Math.max(1, area.height * partScale),
    isLandscape: lies,
    part,
  });
  const whole = picture({ area: drawing.box, scale }, 0, isLandscape);
  const first =
    drawing.pieces.length > maxVectors
      ? {
          ...whole,
          file: `${name}-0.png`,
          content: await paintImage(drawing, scale * pixelsPerPoint),
        }
      : whole;
  return {
    figures: [first, ...parts.map((part, index) => picture(part, index + 1, true))],
    isTooLarge: scale < readable && parts.length === 0,
  };
};

const fitted = ({ width, height }: Box, orientation: keyof typeof room): number =>
  Math.min(largest, room[orientation].width / width, room[orientation].height / height);

type Part = { area: Box; scale: number };

/**
 * Splits the diagram into parts, row by row, and leaves out empty parts. If there are too many parts,
 * tries smaller scales. Returns no parts if there are too many even at the smallest scale.
 */
const partsOf = (drawing: Drawing): Part[] => {
  for (let scale = comfortable; scale >= minPartsScale; scale *= 0.8) {
    const parts = gridOf(drawing, scale);
    if (parts.length <= maxParts) return parts;
  }
  return [];
};

const gridOf = ({ box, pieces }: Drawing, scale: number): Part[] => {
  const [width, height] = [room.landscape.width / scale, room.landscape.height / scale];
  const [across, down] = [width - overlap, height - overlap];
  const taken = new Set<string>();
  for (const { box: piece } of pieces) {
    const column = Math.floor(
      Math.max(0, piece.x + piece.width / 2 - box.x - overlap / 2) / across,
    );
    const row = Math.floor(Math.max(0, piece.y + piece.height / 2 - box.y - overlap / 2) / down);
    taken.add(`${row} ${column}`);
  }
  return [...taken]
    .map((cell) => cell.split(' ').map(Number))
    .toSorted(([row = 0, column = 0], [otherRow = 0, otherColumn = 0]) =>
      row === otherRow ? column - otherColumn : row - otherRow,
    )
    .map(([row = 0, column = 0]) => ({
      area: { x: box.x + column * across, y: box.y + row * down, width, height },
      scale,
    }));
};
