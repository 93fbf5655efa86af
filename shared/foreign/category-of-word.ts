/** The words of other tools for the categories of STRIDE and LINDDUN, in lower case. */
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

/** Returns a category in our words. Any other category stays as it is. */
export const categoryOfWord = (word: string): string =>
  words.get(word.trim().toLowerCase()) ?? word;
