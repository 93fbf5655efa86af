import { faceFor, hasCharacter, textFace, type Face } from './font-faces.ts';

export type FontRun = { text: string; face: Face };

const replacement = '\ufffd';

/**
 * Control characters except the line feed. They are removed, because they are invisible, and some
 * renderers fail on them.
 */
const controls = /[\p{Cc}--[\n]]/gv;
const lineEnds = /\r\n?|[\u0085\u2028\u2029]/gu;
const invisible = /^\p{Default_Ignorable_Code_Point}$/u;
const joiner = /^[\u200c\u200d]$/u;
const breakPoint = '\u200b';
const mark = /^\p{M}$/u;

/**
 * Returns text that can be displayed: tabs become spaces, other control characters are removed, and
 * line ends become `\n`.
 */
export const showable = (text: string): string =>
  text.toWellFormed().replaceAll(lineEnds, '\n').replaceAll('\t', '    ').replaceAll(controls, '');

/**
 * Splits text into runs of one font each. Accents and joiners stay with the preceding letter, because a
 * font only shapes characters of the same run. A character without a font becomes the replacement
 * character, so that the reader sees that a character is missing.
 */
export const fontRuns = (text: string): FontRun[] => {
  const runs: FontRun[] = [];
  let run: FontRun = { text: '', face: textFace };
  const add = (character: string, face: Face): void => {
    if (face !== run.face && run.text !== '') runs.push(run);
    run = face === run.face ? { text: run.text + character, face } : { text: character, face };
  };
  for (const character of text) {
    if (character < '\u007f') add(character, textFace);
    else if (mark.test(character) && hasCharacter(run.face, character)) add(character, run.face);
    else if (!invisible.test(character)) {
      const face = faceFor(character);
      add(face ? character : replacement, face ?? textFace);
    } else if (character === breakPoint) add(character, textFace);
    else if (joiner.test(character) && hasCharacter(run.face, character)) add(character, run.face);
  }
  if (run.text !== '') runs.push(run);
  return runs;
};

/** Returns the fonts that the non-ASCII characters of a text need. */
export const facesIn = (text: string): Set<Face> => {
  const found = new Set<Face>();
  for (const character of new Set(text)) {
    const face = character < '\u007f' ? null : faceFor(character);
    if (face) found.add(face);
  }
  return found;
};
