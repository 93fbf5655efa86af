const breakPoint = '\u200b';
const thai = /[\u0e00-\u0e7f]{8,}/gu;
const words = new Intl.Segmenter('th', { granularity: 'word' });

/**
 * Adds break points between Thai words, because Thai has no spaces between words, and the PDF library
 * has no dictionary to find them.
 */
const betweenThaiWords = (text: string): string =>
  Array.from(words.segment(text), ({ segment }) => segment).join(breakPoint);

/** Adds break points to a long word, but never between a letter and the accents on the letter. */
const inPieces = (word: string, maxLength: number): string => {
  const pieces: string[] = [];
  let piece = '';
  let length = 0;
  for (const character of word) {
    if (length >= maxLength && !/\p{M}/u.test(character)) {
      pieces.push(piece);
      piece = '';
      length = 0;
    }
    piece += character;
    length += 1;
  }
  return [...pieces, piece].join(breakPoint);
};

/**
 * Adds break points to words that are longer than a line. Without them, the library measures the whole
 * rest of the word again for each line, which takes minutes for a word of 100,000 letters.
 *
 * @param ems The line width in ems, which are multiples of the font size.
 */
export const breakable = (text: string, ems: number): string => {
  const maxLength = Math.max(4, Math.floor(ems / 0.7));
  const longWords = new RegExp(`[^\\s\\u200b\\u2e80-\\uffef]{${maxLength},}`, 'gu');
  return text
    .replaceAll(thai, betweenThaiWords)
    .replaceAll(longWords, (word) => inPieces(word, Math.max(2, Math.floor(maxLength / 8))));
};
