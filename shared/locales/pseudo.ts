/** The conventional tag of pseudo-localized English. */
export const pseudoLanguage = 'en-XA';

type Texts = { readonly [key: string]: string | Texts };

const accents: Record<string, string> = {
  A: 'Å',
  E: 'É',
  I: 'Î',
  O: 'Ö',
  U: 'Û',
  a: 'å',
  e: 'é',
  i: 'î',
  o: 'ö',
  u: 'û',
};

const pseudoText = (text: string): string => {
  const words = text
    .split(/(\{\{.*?\}\})/)
    .map((part) => (part.startsWith('{{') ? part : part.replaceAll(/[aeiou]/gi, accented)))
    .join('');
  return `⟦${words}${'·'.repeat(Math.ceil(text.length * 0.3))}⟧`;
};

const accented = (letter: string): string => accents[letter] ?? letter;

/**
 * Returns pseudo-localized texts: accented, in brackets, and a third longer. If the screen shows a
 * text without brackets, this text cannot be translated. If it shows a text with only one bracket,
 * this text is cut off.
 */
export const pseudoTexts = (texts: Texts): Texts =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [
      key,
      typeof text === 'string' ? pseudoText(text) : pseudoTexts(text),
    ]),
  );
