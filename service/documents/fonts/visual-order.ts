import bidiFactory from 'bidi-js/dist/bidi.mjs';
import { fontRuns, type FontRun } from './font-runs.ts';

const bidi = bidiFactory();

const rightToLeftLetters =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const firstLetter = /\p{L}/u;

/** Whether any of it runs from right to left. */
export const hasRightToLeft = (text: string): boolean => rightToLeftLetters.test(text);

/** Whether a paragraph begins at the right: its first letter decides. */
export const startsRight = (text: string): boolean =>
  rightToLeftLetters.test(firstLetter.exec(text)?.[0] ?? '');

const baseOf = (text: string): 'rtl' | 'ltr' => (startsRight(text) ? 'rtl' : 'ltr');

/**
 * One line of text as runs from left to right, by the Unicode Bidirectional Algorithm. The PDF
 * library sets a run from right to left by itself if its letters do, but never reorders words, so
 * each word that runs so is a run of its own, in reading order inside.
 */
export const visualRuns = (line: string, base: 'rtl' | 'ltr' = baseOf(line)): FontRun[] => {
  if (!hasRightToLeft(line)) return fontRuns(line);
  const { levels } = bidi.getEmbeddingLevels(line, base);
  const stretches = stretchesOf(line, levels);
  return ordered(stretches).flatMap(({ text, level }) =>
    level % 2 === 0 ? fontRuns(text) : words(text).toReversed().flatMap(setWord),
  );
};

type Stretch = { text: string; level: number };

const stretchesOf = (line: string, levels: Uint8Array): Stretch[] => {
  const found: Stretch[] = [];
  for (let at = 0; at < line.length; at += 1) {
    const level = levels[at] ?? 0;
    const last = found.at(-1);
    if (last?.level === level) last.text += line[at] ?? '';
    else found.push({ text: line[at] ?? '', level });
  }
  return found;
};

/** Rule L2: from the highest level down to the lowest odd one, what is at least so high turns. */
const ordered = (stretches: Stretch[]): Stretch[] => {
  let order = stretches;
  const highest = Math.max(...stretches.map(({ level }) => level));
  for (let level = highest; level >= 1; level -= 1) {
    const turned: Stretch[] = [];
    let group: Stretch[] = [];
    for (const stretch of order) {
      if (stretch.level >= level) group.unshift(stretch);
      else {
        turned.push(...group, stretch);
        group = [];
      }
    }
    order = [...turned, ...group];
  }
  return order;
};

const words = (text: string): string[] => text.match(/\s+|\S+/gu) ?? [];

/** Brackets are exchanged, for a bracket that opens to the left looks like one that closes. */
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
