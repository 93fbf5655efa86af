import { describe, expect, test } from 'vitest';
import { libraryCategories, strideCategories, type LibraryThreat } from './library-schema.ts';
import { loadLibrary } from './load-library.ts';
import publishedIds from './testing/published-ids.json' with { type: 'json' };

const { attributes, mitigations, threats } = loadLibrary();

const repeated = (texts: readonly string[]): string[] => {
  const seen = new Set<string>();
  return texts.filter((text) => seen.size === seen.add(text.toLowerCase()).size);
};

/**
 * Returns the entries whose text has too few or too many characters, with the number of characters.
 */
const outOfBounds = <Name extends string>(
  entries: readonly (Record<Name, string> & { id: string })[],
  name: Name,
  [min, max]: [number, number],
): string[] =>
  entries
    .filter((entry) => entry[name].length < min || entry[name].length > max)
    .map((entry) => `${entry.id}: ${entry[name].length}`);

const isAboutSecurity = ({ categories }: LibraryThreat): boolean =>
  strideCategories.some((category) => categories.includes(category));

/** Security threats for which no weakness, attack pattern, or technique is published. */
const unpublished = [
  'cloud-region-fails',
  'identity-provider-down',
  'operations-response-unrehearsed',
];

/** Returns the words with more than three letters, because shorter words are common in all entries. */
const wordsOf = (texts: readonly string[]): Set<string> =>
  new Set(
    texts
      .join(' ')
      .toLowerCase()
      .split(/[^a-z]+/)
      .filter((word) => word.length > 3),
  );

/**
 * Returns how alike two entries are, from 0 to 1: the number of common words divided by the number of
 * all words.
 */
const likeness = (one: Set<string>, other: Set<string>): number => {
  const shared = [...one].filter((word) => other.has(word)).length;
  return shared / (one.size + other.size - shared);
};

describe('the default library', () => {
  test('covers every category with at least 110 attributes, 260 threats, and 360 mitigations', () => {
    expect(attributes.length).toBeGreaterThanOrEqual(110);
    expect(threats.length).toBeGreaterThanOrEqual(260);
    expect(mitigations.length).toBeGreaterThanOrEqual(360);
    const covered = new Set(threats.flatMap(({ categories }) => categories));
    expect(libraryCategories.filter((category) => !covered.has(category))).toEqual([]);
  });

  test('refers each security threat to a published entry', () => {
    const without = threats.filter(
      (threat) => isAboutSecurity(threat) && threat.references.length === 0,
    );
    expect(without.map(({ id }) => id).toSorted()).toEqual(unpublished);
  });

  test('has no two entries with the same ID or title', () => {
    for (const entries of [attributes, mitigations, threats]) {
      expect(repeated(entries.map(({ id }) => id))).toEqual([]);
      expect(repeated(entries.map(({ title }) => title))).toEqual([]);
    }
  });

  test('finds one attribute by each name', () => {
    expect(repeated(attributes.flatMap(({ title, aliases }) => [title, ...aliases]))).toEqual([]);
    const named = (name: string): string[] =>
      attributes.filter(({ aliases }) => aliases.includes(name)).map(({ title }) => title);
    expect(named('S3')).toEqual(['Object storage']);
    expect(named('Kafka')).toEqual(['Message broker']);
    expect(named('EKS')).toEqual(['Kubernetes workload']);
  });

  test('names only mitigations that exist, and uses each of them', () => {
    const existing = new Set(mitigations.map(({ id }) => id));
    const used = new Set(threats.flatMap((threat) => threat.mitigations));
    expect([...used].filter((id) => !existing.has(id))).toEqual([]);
    expect([...existing].filter((id) => !used.has(id))).toEqual([]);
  });

  test('lists nothing twice in an entry', () => {
    const lists = [
      ...threats.flatMap(({ id, categories, references, mitigations: answers }) =>
        [categories, references, answers].map((list) => ({ id, list })),
      ),
      ...mitigations.map(({ id, controls }) => ({ id, list: controls })),
      ...attributes.map(({ id, kinds }) => ({ id, list: kinds })),
    ];
    expect(lists.filter(({ list }) => repeated(list).length > 0)).toEqual([]);
  });

  test('names only weaknesses, attack patterns, and techniques that are published', () => {
    const { cwe, capec, attack } = publishedIds;
    const published = new Set([
      ...cwe.map((id) => `CWE-${id}`),
      ...capec.map((id) => `CAPEC-${id}`),
      ...attack,
    ]);
    const unknown = threats.flatMap(({ id, references }) =>
      references.filter((name) => !published.has(name)).map((name) => `${id}: ${name}`),
    );
    expect(unknown).toEqual([]);
  });

  test('has texts that are neither too short to help nor too long to read', () => {
    expect([
      ...outOfBounds(attributes, 'description', [40, 200]),
      ...outOfBounds(threats, 'title', [10, 80]),
      ...outOfBounds(threats, 'description', [80, 420]),
      ...outOfBounds(threats, 'check', [30, 240]),
      ...outOfBounds(mitigations, 'title', [10, 80]),
      ...outOfBounds(mitigations, 'description', [60, 320]),
      ...outOfBounds(mitigations, 'verify', [25, 200]),
    ]).toEqual([]);
  });

  test('repeats no sentence', () => {
    const sentences = [
      ...attributes.map(({ description }) => description),
      ...threats.flatMap(({ description, check }) => [description, check]),
      ...mitigations.flatMap(({ description, verify }) => [description, verify]),
    ].flatMap((text) => text.split(/(?<=[.?:])\s+/).filter(({ length }) => length > 30));
    expect(repeated(sentences)).toEqual([]);
  });

  test('has no two entries that say the same in other words', () => {
    const alike = [
      threats.map(({ id, title, description, check }) => ({
        id,
        words: wordsOf([title, description, check]),
      })),
      mitigations.map(({ id, title, description, verify }) => ({
        id,
        words: wordsOf([title, description, verify]),
      })),
    ].flatMap((entries) =>
      entries.flatMap((one, at) =>
        entries
          .slice(at + 1)
          .filter((other) => likeness(one.words, other.words) > 0.3)
          .map((other) => `${one.id} and ${other.id}`),
      ),
    );
    expect(alike).toEqual([]);
  });
});
