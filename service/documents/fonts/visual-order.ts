import bidiFactory from 'bidi-js/dist/bidi.mjs';
import { fontRuns, type FontRun } from './font-runs.ts';

const bidi = bidiFactory();

const rightToLeftLetters =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const firstLetter = /\p{L}/u;

const hasRightToLeft = (text: string): boolean => rightToLeftLetters.test(text);

/** Tells if a paragraph is right-to-left. Its first letter decides. */
export const startsRight = (text: string): boolean =>
  rightToLeftLetters.test(firstLetter.exec(text)?.[0] ?? '');

const baseOf = (text: string): 'rtl' | 'ltr' => (startsRight(text) ? 'rtl' : 'ltr');

/**
 * Splits a line into runs from left to right, by the Unicode Bidirectional Algorithm. The letters of a
 * right-to-left word are in reading order, because a renderer itself sets them from right to left. Each
 * of these words is a separate run, because a renderer would reorder the words of one run, although they
 * are already in their final order.
 */
export const visualRuns = (line: string, base: 'rtl' | 'ltr' = baseOf(line)): FontRun[] => {
  if (!hasRightToLeft(line)) return fontRuns(line);
  const { levels } = bidi.getEmbeddingLevels(line, base);
  const runs = runsOf(line, levels);
  return ordered(runs).flatMap(({ text, level }) =>
    level % 2 === 0 ? fontRuns(text) : words(text).toReversed().flatMap(setWord),
  );
};

type Run = { text: string; level: number };

const runsOf = (line: string, levels: Uint8Array): Run[] => {
  const found: Run[] = [];
  for (let at = 0; at < line.length; at += 1) {
    const level = levels[at] ?? 0;
    const last = found.at(-1);
    if (last?.level === level) last.text += line[at] ?? '';
    else found.push({ text: line[at] ?? '', level });
  }
  return found;
};

/**
 * Applies rule L2 of the algorithm: for each level from the highest down to 1, reverses every sequence
 * of runs at that level or above.
 */
const ordered = (runs: Run[]): Run[] => {
  let order = runs;
  const highest = Math.max(...runs.map(({ level }) => level));
  for (let level = highest; level >= 1; level -= 1) {
    const turned: Run[] = [];
    let group: Run[] = [];
    for (const run of order) {
      if (run.level >= level) group.unshift(run);
      else {
        turned.push(...group, run);
        group = [];
      }
    }
    order = [...turned, ...group];
  }
  return order;
};

const words = (text: string): string[] => text.match(/\s+|\S+/gu) ?? [];

/** Mirrors brackets, because an opening bracket in right-to-left text looks like a closing one. */
const mirrored = (text: string): string =>
  Array.from(text, (character) => bidi.getMirroredCharacter(character) ?? character).join('');

const setWord = (word: string): FontRun[] => {
  const runs = fontRuns(mirrored(word));
  return runs
    .toReversed()
    .map(({ text, face }) =>
      hasRightToLeft(text)
        ? { text, face }
        : { text: Array.from(text).toReversed().join(''), face },
    );
};
