/**
 * Matches the position after a space, where a word ends. A break inside a word is used only if the word
 * is too wide for a line.
 */
const wordEnd = /(?<= )/u;

/**
 * Matches the points inside a word where a reader expects a break: after a separator, and before a
 * capital after a small letter ("Service|Task"). The separator stays with the text before the break. No
 * point after several capitals is matched, because the right point depends on the word: before the last
 * capital in "VPC|Endpoint", but after the last one in "VPC|ssm".
 */
const softBreak = /(?<=[-_/.,:;@\\)\]])(?=[^-_/.,:;@\\)\]])|(?<=[\p{Ll}\d])(?=\p{Lu})/u;

/** Splits text after its spaces. */
export const wordsOf = (text: string): string[] => text.split(wordEnd);

/** Splits a word at its soft break points. */
export const partsOf = (word: string): string[] => word.split(softBreak);

const uuid = /^\{?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\}?$/iu;
const digits = /\d/gu;
const code = /^[-\w:.+/=]{20,}$/u;

/**
 * Tells if a name is an ID that somebody used as a name: a UUID, or a long code of letters and many
 * digits. IDs differ at their start and end, so they are cut in the middle.
 */
export const isIdentifier = (name: string): boolean => {
  const text = name.trim();
  if (uuid.test(text)) return true;
  return code.test(text) && (text.match(digits)?.length ?? 0) * 4 >= text.length;
};
