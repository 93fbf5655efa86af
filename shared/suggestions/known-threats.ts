import { titlesOf } from '../library/entry-names.ts';
import type { KnownThreat } from './drawn-system.ts';

/**
 * Returns a category in a form to compare: its letters in lower case, without a plural `s`. The reason
 * is that tools write, for example, “Elevation of Privileges” and “Denial Of Service”.
 */
const plainCategory = (category: string): string =>
  category
    .toLowerCase()
    .replaceAll(/[^\p{L}]/gu, '')
    .replace(/s$/, '');

const plainTitle = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Returns a reference in a form to compare: `CWE-89`, `cwe_89`, and `CWE 89` are one reference. */
const plainReference = (reference: string): string =>
  reference.toUpperCase().replaceAll(/[^A-Z\d.]/g, '');

type Compared = {
  title: string;
  names?: readonly string[];
  categories: string[];
  references: string[];
};

/**
 * Returns a function that tells if a threat is already in `known`. It is if one of the known threats has
 * the same title in any language, or shares both a category and a reference with the threat.
 */
export const alreadyAmong = (known: readonly KnownThreat[]): ((threat: Compared) => boolean) => {
  if (known.length === 0) return () => false;
  const titles = new Set(known.map(({ title }) => plainTitle(title)));
  const pairs = new Set(
    known.flatMap(({ categories, references }) =>
      categories.flatMap((category) => references.map((reference) => pairOf(category, reference))),
    ),
  );
  return ({ categories, references, ...threat }) =>
    titlesOf(threat).some((title) => titles.has(plainTitle(title))) ||
    categories.some((category) =>
      references.some((reference) => pairs.has(pairOf(category, reference))),
    );
};

const pairOf = (category: string, reference: string): string =>
  `${plainCategory(category)} ${plainReference(reference)}`;
