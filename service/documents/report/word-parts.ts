import {
  BorderStyle,
  Paragraph,
  ShadingType,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
  type HeadingLevel,
  type IRunOptions,
} from 'docx';
import type { Block } from './rich-text.ts';
import type { Tag } from './words.ts';

/** The colors of a report in Word. */

export const ink = '1a202b';
export const dimmed = '5a6473';
const line = 'dfe3e9';
const tones: Record<Tag['tone'], string> = {
  green: '2b6a4b',
  yellow: '7d5700',
  orange: 'a8430c',
  red: 'b4232f',
  grey: '475060',
  indigo: '4753bb',
};

/**
 * Removes characters that XML does not allow, because Word refuses a file that contains such a
 * character.
 */
export const safe = (text: string): string =>
  text.toWellFormed().replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');

/**
 * Creates a piece of text. All texts of the model must be written with this function, because it removes
 * the characters that Word refuses.
 */
export const run = (text: string, options: IRunOptions = {}): TextRun =>
  new TextRun({ ...options, text: safe(text) });

export const paragraph = (text: string, options: IRunOptions = {}): Paragraph =>
  new Paragraph({ children: [run(text, options)], spacing: { after: 80 } });

export const dim = (text: string): Paragraph => paragraph(text, { color: dimmed });

type Level = (typeof HeadingLevel)[keyof typeof HeadingLevel];
export const heading = (text: string, level: Level): Paragraph =>
  new Paragraph({
    heading: level,
    keepNext: true,
    spacing: { before: 240, after: 100 },
    children: [run(text, { color: ink })],
  });

export const tag = ({ word, tone }: Tag): TextRun => run(word, { bold: true, color: tones[tone] });

/** Returns a piece for each line of a text, because Word shows a line feed as a space. */
const linesOf = (text: string, options: IRunOptions): TextRun[] =>
  text.split('\n').map((part, at) => run(part, at === 0 ? options : { ...options, break: 1 }));

export const prose = (blocks: readonly Block[]): Paragraph[] =>
  blocks.map(
    ({ runs, depth, mark, right }) =>
      new Paragraph({
        bidirectional: right,
        spacing: { after: 80 },
        indent: mark === '' ? {} : { left: depth * 360, hanging: 240 },
        children: [
          ...(mark === '' ? [] : [run(`${mark} `)]),
          ...runs.flatMap(({ text, strong, emphasis, code }) =>
            linesOf(text, {
              ...(strong && { bold: true }),
              ...(emphasis && { italics: true }),
              ...(code && { font: 'Consolas' }),
              rightToLeft: right,
            }),
          ),
        ],
      }),
  );

type Cell = string | Tag;

const cellOf = (content: Cell, isHead: boolean): TableCell =>
  new TableCell({
    margins: { top: 60, bottom: 60, left: 90, right: 90 },
    ...(isHead && { shading: { type: ShadingType.CLEAR, fill: 'f5f6f9' } }),
    children: [
      new Paragraph({
        children: [
          typeof content === 'string'
            ? run(content, isHead ? { bold: true, color: dimmed } : {})
            : tag(content),
        ],
      }),
    ],
  });

const rule = { style: BorderStyle.SINGLE, size: 4, color: line };
const noRule = { style: BorderStyle.NONE, size: 0, color: 'auto' };

export const table = (headings: readonly string[], rows: readonly (readonly Cell[])[]): Table =>
  new Table({
    width: { size: 100, type: WidthType.PERCENTAGE },
    borders: {
      top: rule,
      bottom: rule,
      insideHorizontal: rule,
      left: noRule,
      right: noRule,
      insideVertical: noRule,
    },
    rows: [headings, ...rows].map(
      (cells, at) =>
        new TableRow({
          tableHeader: at === 0,
          cantSplit: true,
          children: cells.map((cell) => cellOf(cell, at === 0)),
        }),
    ),
  });

export const label = (text: string): Paragraph =>
  paragraph(text, { bold: true, color: dimmed, size: 17 });
