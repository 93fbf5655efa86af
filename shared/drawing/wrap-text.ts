import { partsOf } from './break-points.ts';
import { isBreakable, isWide, textWidth, type Style } from './text-width.ts';

const ellipsis = '…';

/**
 * Returns a text that fits into a width: the whole text, or as much of its start as fits before an
 * ellipsis.
 */
export const ellipsized = (text: string, width: number, style: Style): string => {
  if (textWidth(text, style) <= width) return text;
  return `${fitting(text, width - textWidth(ellipsis, style), style).trimEnd()}${ellipsis}`;
};

/**
 * Returns the start of a text that fits into a width. This is at least one character, so that wrapping
 * advances.
 */
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

/**
 * Splits text where a line may end: after a space, and around characters of scripts without spaces.
 */
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
 * Returns a paragraph as lines that are no wider than `width`. A wider word is broken at a soft break
 * point or, if the word has none, anywhere. Text beyond `maxLines` lines is cut, and the last line ends
 * with an ellipsis.
 */
export const wrapped = (text: string, width: number, maxLines: number, style: Style): string[] => {
  const lines: string[] = [];
  let line = '';
  const waiting = words(text).toReversed();
  for (let word = waiting.pop(); word !== undefined; word = waiting.pop()) {
    if (textWidth((line + word).trimEnd(), style) <= width) line += word;
    else if (line !== '') {
      if (lines.length === maxLines - 1) {
        return [...lines, shortened(line, word, width, style)];
      }
      lines.push(line.trimEnd());
      line = '';
      waiting.push(word);
    } else if (partsOf(word).length > 1) waiting.push(...partsOf(word).toReversed());
    else {
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
