import { isBreakable, isWide, textWidth, type Style } from './text-width.ts';

const ellipsis = '…';

/** As much as fits, with an ellipsis in place of the rest. */
export const ellipsized = (text: string, width: number, style: Style): string => {
  if (textWidth(text, style) <= width) return text;
  return `${fitting(text, width - textWidth(ellipsis, style), style).trimEnd()}${ellipsis}`;
};

/** The beginning of a text that fits; never less than a character, or nothing would get on. */
const fitting = (text: string, width: number, style: Style): string => {
  let end = 0;
  let used = 0;
  for (const character of text) {
    used += textWidth(character, style);
    if (used > width && end > 0 && isBreakable(character)) break;
    end += character.length;
  }
  return text.slice(0, end);
};

/** Where a line may end: after a space, and before and after a character of a script without. */
const words = (text: string): string[] => {
  const found: string[] = [];
  let word = '';
  for (const character of text) {
    if (isWide(character) && word !== '') {
      found.push(word);
      word = '';
    }
    word += character;
    if (character === ' ' || isWide(character)) {
      found.push(word);
      word = '';
    }
  }
  return word === '' ? found : [...found, word];
};

/**
 * A paragraph in lines no wider than `width`. A word that is wider is broken wherever it has to be.
 * What does not fit into `most` lines is cut off, and the last line says so.
 */
export const wrapped = (text: string, width: number, most: number, style: Style): string[] => {
  const lines: string[] = [];
  let line = '';
  const waiting = words(text).toReversed();
  for (let word = waiting.pop(); word !== undefined; word = waiting.pop()) {
    if (textWidth((line + word).trimEnd(), style) <= width) line += word;
    else if (line !== '') {
      if (lines.length === most - 1) {
        return [...lines, shortened(line, word, width, style)];
      }
      lines.push(line.trimEnd());
      line = '';
      waiting.push(word);
    } else {
      const part = fitting(word, width, style);
      line = part;
      if (part.length < word.length) waiting.push(word.slice(part.length));
    }
  }
  return line === '' ? lines : [...lines, line.trimEnd()];
};

const shortened = (line: string, next: string, width: number, style: Style): string => {
  const cut = ellipsized(line + next, width, style);
  return cut.endsWith(ellipsis) ? cut : ellipsized(line.trimEnd() + ellipsis, width, style);
};
