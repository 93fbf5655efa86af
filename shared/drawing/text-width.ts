/**
 * The widths of the characters of Noto Sans Regular from the space to the tilde, in thousandths of the
 * font size. Images use this font. A table is needed, because this code has no fonts to measure. For
 * other scripts, the average width of a letter is used, which is accurate to a tenth for whole words.
 */
const latin = [
  260, 269, 408, 646, 572, 831, 732, 225, 300, 300, 551, 572, 268, 322, 268, 372, 572, 572, 572,
  572, 572, 572, 572, 572, 572, 572, 268, 268, 572, 572, 572, 434, 899, 639, 650, 632, 730, 556,
  519, 728, 741, 339, 273, 619, 524, 907, 760, 781, 605, 781, 622, 549, 556, 731, 600, 930, 586,
  566, 572, 329, 372, 329, 572, 444, 281, 561, 615, 480, 615, 564, 344, 615, 618, 258, 258, 534,
  258, 935, 618, 605, 615, 615, 413, 479, 361, 618, 508, 786, 529, 510, 470, 380, 551, 380, 572,
];

const zeroWidth = /^[\p{M}\p{Default_Ignorable_Code_Point}]$/v;
const fullWidth =
  /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\u3000-\u303f\uff00-\uff60]$/v;

/** The average ratio of the widths of Noto Sans SemiBold to those of Regular, slightly rounded up. */
const boldFactor = 1.045;
const averageWidth = 640;
const wideWidth = 1000;

const others = new Map<string, number>();

const widthOfOther = (character: string): number => {
  let width = others.get(character);
  if (width === undefined) {
    if (zeroWidth.test(character)) width = 0;
    else width = fullWidth.test(character) ? wideWidth : averageWidth;
    // The cache needs no limit, because it has at most one entry for each Unicode character, and in
    // practice one for each letter of an alphabet.
    others.set(character, width);
  }
  return width;
};

export type Style = { size: number; isBold: boolean };

/** Returns the width of a text in pixels. */
export const textWidth = (text: string, { size, isBold }: Style): number => {
  let thousandths = 0;
  for (const character of text) {
    thousandths += latin[character.charCodeAt(0) - 32] ?? widthOfOther(character);
  }
  return (thousandths * size * (isBold ? boldFactor : 1)) / 1000;
};

/**
 * Tells if a line may break before this character. It may not break between a letter and its accents.
 */
export const isBreakable = (character: string): boolean => !zeroWidth.test(character);

export const isWide = (character: string): boolean =>
  character > '\u1100' && fullWidth.test(character);
