import type { Content, ContentText } from 'pdfmake/interfaces.js';
import { fontRuns, showable, type FontRun } from '../fonts/font-runs.ts';
import type { Measure } from '../fonts/measure.ts';
import { hasRightToLeft, startsRight, visualRuns } from '../fonts/visual-order.ts';
import { breakable } from './break-points.ts';

/** `width` is what a line may take, in points. */
type Look = { width: number; size: number; bold?: boolean; colour?: string };

/** Turns what people wrote into content that the PDF library sets right in any script. */
export type Typesetter = {
  /** Everything, in paragraphs. */
  prose: (text: string, look: Look) => Content;
  /** As much as stands on one line. */
  line: (text: string, look: Look) => ContentText;
};

/** Longer paragraphs are set in parts: the library's time grows with the square of the runs. */
const mostInOne = 4000;

export const createTypesetter = (measure: Measure): Typesetter => {
  const widthOf = (text: string, { size, bold = false }: Look): number =>
    visualRuns(text).reduce((sum, run) => sum + measure(run, { size, isBold: bold }), 0);

  /** The library has no notion of right to left, so such lines are broken and ordered here. */
  const orderedLines = (paragraph: string, look: Look): ContentText[] => {
    const right = startsRight(paragraph);
    return linesOf(paragraph, look.width, (text) => widthOf(text, look)).map((text) => ({
      text: visualRuns(text, right ? 'rtl' : 'ltr').map((run) => inline(run, look)),
      alignment: right ? 'right' : 'left',
      noWrap: true,
    }));
  };

  const paragraph = (text: string, look: Look): ContentText[] => {
    if (text.trim() === '') return [{ text: ' ', fontSize: look.size / 2 }];
    if (hasRightToLeft(text)) return orderedLines(text, look);
    const runs = fontRuns(breakable(text, look.width / look.size));
    return [{ text: runs.map((run) => inline(run, look)) }];
  };

  return {
    prose: (text, look) => {
      const paragraphs = showable(text).trim().split(/\n+/u).flatMap(inParts);
      const set = paragraphs.flatMap((each) => paragraph(each, look));
      const [only] = set;
      return only && set.length === 1 ? only : { stack: set };
    },
    line: (text, look) => {
      const whole = showable(text.slice(0, 1000)).replaceAll(/\s+/gu, ' ').trim();
      const shown = shortened(whole, look.width, (each) => widthOf(each, look));
      const right = startsRight(shown);
      return {
        text: visualRuns(shown, right ? 'rtl' : 'ltr').map((run) => inline(run, look)),
        noWrap: true,
      };
    },
  };
};

const inline = ({ text, face }: FontRun, { size, bold = false, colour }: Look): ContentText => ({
  text,
  font: face.family,
  fontSize: size,
  ...(bold && { bold }),
  ...(colour !== undefined && { color: colour }),
  ...(face.lineHeight !== undefined && { lineHeight: face.lineHeight }),
});

const inParts = (paragraph: string): string[] => {
  const parts: string[] = [];
  let rest = paragraph;
  while (rest.length > mostInOne) {
    const space = rest.lastIndexOf(' ', mostInOne);
    const end = space > mostInOne / 2 ? space + 1 : mostInOne;
    parts.push(rest.slice(0, end).toWellFormed());
    rest = rest.slice(end);
  }
  return [...parts, rest.toWellFormed()];
};

type WidthOf = (text: string) => number;

const shortened = (text: string, width: number, widthOf: WidthOf): string => {
  if (widthOf(text) <= width) return text;
  const characters = Array.from(text);
  let [fits, tooLong] = [0, characters.length];
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1;
    if (widthOf(`${characters.slice(0, middle).join('')}…`) <= width) fits = middle;
    else tooLong = middle;
  }
  return `${characters.slice(0, fits).join('').trimEnd()}…`;
};

/** A word wider than a line is cut after as many characters as surely fit. */
const linesOf = (paragraph: string, width: number, widthOf: WidthOf): string[] => {
  const lines: string[] = [];
  let line = '';
  let used = 0;
  const space = widthOf(' ');
  const pieces = paragraph.split(/\s+/u).flatMap((word) => wordParts(word, width, widthOf));
  for (const piece of pieces) {
    const wide = widthOf(piece);
    if (line !== '' && used + space + wide > width) {
      lines.push(line);
      line = '';
    }
    used = line === '' ? wide : used + space + wide;
    line = line === '' ? piece : `${line} ${piece}`;
  }
  return line === '' ? lines : [...lines, line];
};

const wordParts = (word: string, width: number, widthOf: WidthOf): string[] => {
  if (word.length < 12 || widthOf(word) <= width) return [word];
  const characters = Array.from(word);
  const most = Math.max(1, Math.floor((characters.length * width * 0.7) / widthOf(word)));
  return Array.from({ length: Math.ceil(characters.length / most) }, (_, index) =>
    characters.slice(index * most, (index + 1) * most).join(''),
  );
};
