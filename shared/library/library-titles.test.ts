import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { codexKinds } from '../codex/codex-entry.ts';
import { ruleSet, ruleSetIn, attributesNamed } from '../suggestions/default-rules.ts';
import { nameOf } from './entry-names.ts';
import { libraryEntries } from './library-entries.ts';
import { libraryIn } from './library-titles.ts';
import { loadLibrary } from './load-library.ts';

const english = loadLibrary();
const folder = join(import.meta.dirname, 'titles');
const tags = readdirSync(folder).map((name) => name.replace('.json', ''));

const repeated = (texts: readonly string[]): string[] => {
  const seen = new Set<string>();
  return texts.filter((text) => seen.size === seen.add(nameOf(text)).size);
};

test('titles exist in German and Japanese', () => {
  expect(tags).toEqual(expect.arrayContaining(['de', 'ja']));
});

describe.each(tags)('the titles in %s', (tag) => {
  const file: Record<string, Record<string, string>> = JSON.parse(
    readFileSync(join(folder, `${tag}.json`), 'utf8'),
  );

  test.each(codexKinds)('name each of the %s once', (kind) => {
    const titles = Object.entries(file[kind] ?? {});
    expect(titles.map(([id]) => id).toSorted()).toEqual(
      english[kind].map(({ id }) => id).toSorted(),
    );
    expect(repeated(titles.map(([, title]) => title))).toEqual([]);
    // A title has at most 80 characters, is not empty, and has no space around it.
    const odd = titles.filter(([, title]) => title.length > 80 || !/^\S(.*\S)$/u.test(title));
    expect(odd).toEqual([]);
  });

  test('are those of the codex, where the English name still finds an attribute', async () => {
    const library = await libraryIn(tag);
    const wanted = library.threats.map(({ id }) => file['threats']?.[id]);
    expect(library.threats.map(({ title }) => title)).toEqual(wanted);
    const entries = libraryEntries(library);
    expect(entries).toHaveLength(libraryEntries().length);
    const storage = entries.find(
      ({ entry }) => entry.title === file['attributes']?.['object-storage'],
    );
    expect(storage?.entry.aliases.slice(0, 2)).toEqual(['Object storage', 'S3']);
  });
});

test('other languages have the English titles', async () => {
  expect(libraryEntries(await libraryIn('fr'))).toEqual(libraryEntries());
  expect(libraryEntries(await libraryIn('en'))).toEqual(libraryEntries());
});

test('no title belongs to two entries, whatever the languages', async () => {
  const { attributes, threats, mitigations } = await libraryIn('en');
  for (const entries of [threats, mitigations]) {
    expect(repeated(entries.flatMap(({ names }) => [...new Set(names.map(nameOf))]))).toEqual([]);
  }
  const names = attributes.map((each) => [...each.names, ...each.aliases].map(nameOf));
  expect(repeated(names.flatMap((each) => [...new Set(each)]))).toEqual([]);
});

test('no title changes the meaning of a word that a rule uses', async () => {
  const plain = ruleSet();
  const { vocabulary } = await ruleSetIn('en');
  const words = [...plain.rules.map(({ when }) => when), ...plain.terms.values()].flatMap(
    attributesNamed,
  );
  expect(words.length).toBeGreaterThan(100);
  const changed = words.filter(
    (word) => vocabulary.keysOf(word).join() !== plain.vocabulary.keysOf(word).join(),
  );
  expect(changed).toEqual([]);
});
