/** Maps words of other tools, in lower case, to Parapet's names of the STRIDE and LINDDUN categories. */
const words: ReadonlyMap<string, string> = new Map([
  ['spoofing', 'Spoofing'],
  ['tampering', 'Tampering'],
  ['repudiation', 'Repudiation'],
  ['information disclosure', 'Information disclosure'],
  ['denial of service', 'Denial of service'],
  ['elevation of privilege', 'Elevation of privilege'],
  ['elevation of privileges', 'Elevation of privilege'],
  ['linkability', 'Linking'],
  ['linking', 'Linking'],
  ['identifiability', 'Identifying'],
  ['identifying', 'Identifying'],
  ['non-repudiation', 'Non-repudiation'],
  ['detectability', 'Detecting'],
  ['detecting', 'Detecting'],
  ['disclosure of information', 'Data disclosure'],
  ['data disclosure', 'Data disclosure'],
  ['unawareness', 'Unawareness'],
  ['non-compliance', 'Non-compliance'],
]);

/** Tells if a word means a category of STRIDE or LINDDUN. */
export const isCategoryWord = (word: string): boolean => words.has(word.trim().toLowerCase());

/**
 * Returns Parapet's name of a category. A category that is not in STRIDE or LINDDUN is returned
 * unchanged.
 */
export const categoryOfWord = (word: string): string =>
  words.get(word.trim().toLowerCase()) ?? word;
