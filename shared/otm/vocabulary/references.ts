import { same } from '../../merge/same-value.ts';
import { listOf, type Fields } from '../fields.ts';

/**
 * Categories and references of a threat. OTM has keys for categories (`categories`) and for references
 * to CWE (`cwes`). Other references, and the order of all references, are in
 * `attributes.parapet.references`.
 */

const textsOf = (value: unknown): string[] =>
  listOf(value).filter((item): item is string => typeof item === 'string' && item.trim() !== '');

/** Tools write the same reference as `CWE-89`, `CWE 89`, `cwe89`, or `89`. */
const cwe = /^(?:cwe)?[-\s]*(?<number>\d+)$/i;

const referenceOf = (word: string): string => {
  const number = cwe.exec(word.trim())?.groups?.['number'];
  return number === undefined ? word : `CWE-${number}`;
};

const isCwe = (reference: string): boolean => /^CWE-\d+$/.test(reference);

type References = { categories: string[]; references: string[] };
type Given = { [Name in keyof References]?: References[Name] | undefined };

export const readReferences = (record: Fields, appData: Fields): References => {
  const cwes = textsOf(record['cwes']).map(referenceOf);
  const own = textsOf(appData['references']);
  const others = own.filter((reference) => !isCwe(reference) && !cwes.includes(reference));
  return {
    categories: textsOf(record['categories']),
    references: same(own.filter(isCwe), cwes.filter(isCwe)) ? own : [...cwes, ...others],
  };
};

/**
 * Returns the OTM keys and the app data of a threat definition. `raw` has the preserved values of the
 * file from which the threat was imported.
 */
export const writeReferences = (
  { categories = [], references = [] }: Given,
  raw: Fields = {},
): { plain: Fields; appData: Fields } => {
  const read = readReferences(raw, {});
  const cwes = references.filter(isCwe);
  const plain = {
    ...(categories.length > 0 && { categories }),
    ...(cwes.length > 0 && { cwes }),
    ...(same(read.categories, categories) && { categories: raw['categories'] }),
    ...(same(read.references.filter(isCwe), cwes) && { cwes: raw['cwes'] }),
  };
  const isStated = same(readReferences(plain, {}).references, references);
  return { plain, appData: isStated ? {} : { references } };
};
