import type { Content } from 'pdfmake/interfaces.js';
import type { Box } from '#shared/canvas/geometry.ts';
import { drawingOf, piecesIn, svgOf, type Drawing } from '#shared/drawing/draw-canvas.ts';
import type { Measure } from '../fonts/measure.ts';
import { setTextBy } from '../fonts/set-text.ts';
import { paintImage } from '../image.ts';
import type { ReportContent } from '../report-content.ts';
import { quiet } from './blocks.ts';
import { diagramId } from './contents.ts';
import { heading } from './headings.ts';
import { page, textWidth } from './look.ts';

type Orientation = 'portrait' | 'landscape';

/** Below the heading, in points. */
const room: Record<Orientation, { width: number; height: number }> = {
  portrait: { width: textWidth, height: page.height - page.top - page.bottom - 50 },
  landscape: {
    width: page.height - 2 * page.side,
    height: page.width - page.top - page.bottom - 50,
  },
};

/** Points for a pixel: a name on the canvas is then set in 5.5 points, and is read with effort. */
const readable = 0.42;
const comfortable = 0.55;
/** Below this a part would be no more readable than the whole. */
const leastForParts = 0.3;
const mostParts = 24;
/** Pixels of the canvas that neighbouring parts share: a node cut on one is whole on the other. */
const overlap = 170;
/** Life size is 0.75; a drawing of three nodes does not fill the page. */
const largest = 0.75;
/** A text set smaller than this is a grey line. */
const leastText = 2.5;
/** Above this the library takes minutes for the vectors, and the eye cannot tell them any more. */
const mostVectors = 10_000;
const pixelsPerPoint = 3;

/**
 * The drawing as vectors on one page, upright or lying, whichever shows it larger. What would be
 * unreadable there is shown as a whole first and then in parts.
 */
export const diagram = async ({ canvas }: ReportContent, measure: Measure): Promise<Content[]> => {
  const drawing = drawingOf(canvas.document);
  const upright = fitted(drawing.box, 'portrait');
  const lying = fitted(drawing.box, 'landscape');
  const scale = Math.max(upright, lying);
  const parts = scale < readable ? partsOf(drawing) : [];
  const whole =
    drawing.pieces.length > mostVectors
      ? await painted(drawing, scale)
      : picture(drawing, { area: drawing.box, scale }, measure);
  return [
    {
      stack: [heading('Diagram', diagramId), whole, ...noteFor(scale, parts)],
      pageBreak: 'before',
      pageOrientation: lying > upright * 1.15 ? 'landscape' : 'portrait',
    },
    ...parts.map((part, index) => partPage(picture(drawing, part, measure), index, parts.length)),
  ];
};

const noteFor = (scale: number, parts: Part[]): Content[] => {
  if (scale >= readable) return [];
  const text =
    parts.length > 0
      ? `The following ${parts.length} pages show it in parts.`
      : 'This drawing is too large to be read on paper. It can be read in the app.';
  return [{ ...quiet(text), margin: [0, 10, 0, 0] }];
};

const partPage = (content: Content, index: number, count: number): Content => ({
  stack: [
    { ...quiet(`Diagram, part ${index + 1} of ${count}`, 10), margin: [0, 0, 0, 8] },
    content,
  ],
  pageBreak: 'before',
  pageOrientation: 'landscape',
});

const fitted = ({ width, height }: Box, orientation: Orientation): number =>
  Math.min(largest, room[orientation].width / width, room[orientation].height / height);

type Part = { area: Box; scale: number };

const picture = (drawing: Drawing, { area, scale }: Part, measure: Measure): Content => ({
  svg: svgOf(piecesIn(drawing, area), area, setTextBy(measure, leastText / scale)),
  width: Math.max(1, area.width * scale),
  height: Math.max(1, area.height * scale),
});

const painted = async (drawing: Drawing, scale: number): Promise<Content> => {
  const png = await paintImage(drawing, scale * pixelsPerPoint);
  return {
    image: `data:image/png;base64,${Buffer.from(png).toString('base64')}`,
    width: Math.max(1, drawing.box.width * scale),
    height: Math.max(1, drawing.box.height * scale),
  };
};

/**
 * Row by row, and no page where there is nothing. A drawing that takes too many pages is shown a
 * little smaller; none at all if that would not help.
 */
const partsOf = (drawing: Drawing): Part[] => {
  for (let scale = comfortable; scale >= leastForParts; scale *= 0.8) {
    const parts = gridOf(drawing, scale);
    if (parts.length <= mostParts) return parts;
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
