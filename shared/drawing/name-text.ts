import type { Size } from '../canvas/document.ts';
import { isIdentifier, partsOf, wordsOf } from './break-points.ts';
import { isWide, textWidth, type Style } from './text-width.ts';
import { ellipsized } from './wrap-text.ts';

/**
 * The lines in which a name is drawn. `size` is the font size. `isCut` is true if the lines lack a part
 * of the name, because it did not fit.
 */
export type NameText = { lines: readonly string[]; size: number; isCut: boolean };

/** The font sizes of a name, largest first. `lineHeight` is a multiple of the font size. */
export type NameStyle = { sizes: readonly number[]; lineHeight: number; isBold: boolean };

export const boxNameStyle: NameStyle = {
  sizes: [13, 12, 11, 10],
  lineHeight: 1.38,
  isBold: true,
};

/**
 * The largest number of characters of a name that are drawn. Nobody reads more of a name, and the limit
 * bounds the cost of measuring.
 */
const readable = 400;

/**
 * The texts of names that were needed before. They are cached, because names repeat, and each edit needs
 * the names of all elements in view again.
 */
const known = new Map<string, NameText>();
const maxCached = 5000;

/**
 * Returns a name set in lines that fit into `room`. Lines end only at spaces and soft break points. If
 * the name does not fit, a smaller size is tried. Only a name that does not fit at the smallest size is
 * cut. The window and images both use this function.
 */
export const nameText = (name: string, room: Size, style: NameStyle = boxNameStyle): NameText => {
  const [width, height] = [Math.floor(room.width), Math.floor(room.height)];
  const key = `${width} ${height} ${style.sizes[0] ?? 0} ${style.isBold ? 'b' : ''} ${name}`;
  const before = known.get(key);
  if (before) return before;
  const text = set(name, { width, height }, style);
  if (known.size >= maxCached) known.clear();
  known.set(key, text);
  return text;
};

const set = (name: string, { width, height }: Size, style: NameStyle): NameText => {
  const text = name.slice(0, readable).replaceAll(/\s+/gu, ' ').trim();
  const isLong = name.length > readable;
  const tries = [
    ...style.sizes.slice(0, sizesOfWholeWords).map((size) => ({ size, split: wholeWords })),
    ...style.sizes.map((size) => ({ size, split: broken })),
  ];
  for (const { size, split } of tries) {
    const maxLines = Math.max(1, Math.floor(height / (size * style.lineHeight)));
    const font = { size, isBold: style.isBold };
    const lines = split(text, width, font);
    const fits = lines.length <= maxLines && lines.every((line) => textWidth(line, font) <= width);
    if (fits && !isLong) return { lines, size, isCut: false };
  }
  const size = style.sizes.at(-1) ?? 10;
  const maxLines = Math.max(1, Math.floor(height / (size * style.lineHeight)));
  return { lines: cut(text, width, maxLines, { size, isBold: style.isBold }), size, isCut: true };
};

/**
 * The number of sizes that are tried before a word is broken. The smaller sizes are tried only after
 * that, because a broken word is better than a name in the smallest size.
 */
const sizesOfWholeWords = 3;

type Split = (text: string, width: number, font: Style) => string[];

/** Breaks text into lines. A part without a break point may be wider than `width`. */
export const broken: Split = (text, width, font) =>
  linesWith((word) => partsOf(word).flatMap(lettersIfWide), text, width, font);

const wholeWords: Split = (text, width, font) => linesWith(lettersIfWide, text, width, font);

const linesWith = (
  piecesOf: (word: string) => string[],
  text: string,
  width: number,
  font: Style,
): string[] => {
  if (isIdentifier(text)) return [text];
  const lines: string[] = [];
  let line = '';
  const add = (piece: string): void => {
    if (line !== '' && textWidth((line + piece).trimEnd(), font) > width) {
      lines.push(line.trimEnd());
      line = '';
    }
    line += piece;
  };
  for (const word of wordsOf(text)) {
    if (textWidth(word.trimEnd(), font) <= width) add(word);
    else for (const piece of piecesOf(word)) add(piece);
  }
  return line === '' ? lines : [...lines, line.trimEnd()];
};

/**
 * Splits a word after each character if its script has no spaces between words, because lines may end
 * there. Any other word stays whole.
 */
const lettersIfWide = (part: string): string[] =>
  Array.from(part).some(isWide) ? part.split(/(?<=\P{ASCII})/u) : [part];

const cut = (text: string, width: number, maxLines: number, font: Style): string[] => {
  if (isIdentifier(text)) return [withoutMiddle(text, width, font)];
  const lines = broken(text, width, font);
  const visible = lines.slice(0, maxLines).map((line) => ellipsized(line, width, font));
  const rest = lines.slice(maxLines);
  if (rest.length === 0) return visible;
  const last = [lines[maxLines - 1] ?? '', ...rest].join(' ');
  return [...visible.slice(0, -1), ellipsized(`${last} `, width, font)];
};

const ellipsis = '…';

/**
 * Returns the start and the end of a text with an ellipsis between them. This is for IDs:
 * "da513318…9c2f".
 */
export const withoutMiddle = (text: string, width: number, font: Style): string => {
  if (textWidth(text, font) <= width) return text;
  const letters = Array.from(text);
  let [head, tail] = [1, 1];
  const made = (): string =>
    letters.slice(0, head).join('') + ellipsis + letters.slice(letters.length - tail).join('');
  for (;;) {
    const isHeadNext = head <= tail + 3;
    if (isHeadNext) head += 1;
    else tail += 1;
    if (head + tail < letters.length && textWidth(made(), font) <= width) continue;
    if (isHeadNext) head -= 1;
    else tail -= 1;
    return made();
  }
};
