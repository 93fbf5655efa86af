import type { Content, ContentText, TableCell } from 'pdfmake/interfaces.js';
import { colours } from './look.ts';

/** A word on its colour. The spaces that do not break are its padding. */
export const tag = ({ word, colour, soft }: { word: string; colour: string; soft: string }) =>
  ({
    text: `\u00a0\u00a0${word}\u00a0\u00a0`,
    background: soft,
    color: colour,
    bold: true,
    fontSize: 8,
    noWrap: true,
    preserveLeadingSpaces: true,
    preserveTrailingSpaces: true,
  }) satisfies ContentText;

/** The small heading of a part. */
export const label = (text: string): ContentText => ({
  text: text.toUpperCase(),
  fontSize: 7.5,
  bold: true,
  color: colours.dimmed,
  characterSpacing: 0.6,
  margin: [0, 0, 0, 3],
});

export const quiet = (text: string, size = 9.5): ContentText => ({
  text,
  fontSize: size,
  color: colours.dimmed,
});

/**
 * Content that does not stand at the foot of a page alone: `room` points of what follows are kept
 * with it, by taking them as part of it and giving them back.
 */
export const withRoomBelow = (
  content: Content[],
  room: number,
  start: { pageBreak?: 'before'; pageOrientation?: 'portrait' } = {},
): Content[] => [{ stack: [...content, spacer(room)], unbreakable: true, ...start }, spacer(-room)];

const spacer = (height: number): Content => ({
  canvas: [{ type: 'rect', x: 0, y: 0, w: 0, h: 0 }],
  margin: [0, height, 0, 0],
});

type Rows = { widths: (number | '*')[]; body: TableCell[][]; headerRows?: number };

/** Rows with a fine line between them, as wide as the text. */
export const ruledTable = ({ widths, body, headerRows = 0 }: Rows): Content => ({
  table: {
    widths,
    body,
    headerRows,
    ...(headerRows > 0 && { keepWithHeaderRows: 1 }),
    dontBreakRows: body.every(isShort),
  },
  layout: {
    hLineWidth: (row) => (row === 0 ? 0 : 0.5),
    vLineWidth: () => 0,
    hLineColor: () => colours.line,
    paddingLeft: (column) => (column === 0 ? 0 : 6),
    paddingRight: () => 6,
    paddingTop: () => 5,
    paddingBottom: () => 5,
  },
});

/** A row that is higher than a page has to break; the library would let it run off the page. */
const isShort = (row: TableCell[]): boolean => JSON.stringify(row).length < 6000;
