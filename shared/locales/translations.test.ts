import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { closestLanguage, languageNames } from './languages.ts';
import { english as englishTexts, language, speak, t } from './texts.ts';

type Texts = { readonly [key: string]: string | Texts };

const flat = (texts: Texts, path = ''): [key: string, text: string][] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value]] : flat(value, `${path}${key}.`),
  );

const source = flat(englishTexts);
const english = new Map(source);
const plural = /^(.*)_(one|other)$/;

/** Returns the keys that a language needs, each with the English text. */
const wantedIn = (tag: string): Map<string, string> => {
  const { pluralCategories } = new Intl.PluralRules(tag).resolvedOptions();
  return new Map(
    source.flatMap(([key, text]): [string, string][] => {
      const [, stem, form] = plural.exec(key) ?? [];
      if (stem === undefined) return [[key, text]];
      if (form === 'one') return [];
      const one = english.get(`${stem}_one`) ?? text;
      return pluralCategories.map((category) => [
        `${stem}_${category}`,
        category === 'one' ? one : text,
      ]);
    }),
  );
};

const withoutCount = (holes: readonly string[]): string =>
  holes.filter((hole) => !hole.startsWith('{{count')).join();

const holesIn = (text: string): string[] =>
  [...text.matchAll(/\{\{.*?\}\}/g)].map(([hole]) => hole);

const tags = Object.keys(languageNames).filter((tag) => tag !== 'en');

describe.each(tags)('%s', (tag) => {
  const file = join(import.meta.dirname, `${tag}.json`);
  const parsed: Texts = JSON.parse(readFileSync(file, 'utf8'));
  const translated = new Map(flat(parsed));
  const wanted = wantedIn(tag);

  test('has every text, in all its plural forms, and no other', () => {
    expect([...translated.keys()].toSorted()).toEqual([...wanted.keys()].toSorted());
    const empty = [...translated].filter(([key, text]) => text === '' && wanted.get(key) !== '');
    expect(empty).toEqual([]);
  });

  test('has the placeholders of the English text, and its formatting', () => {
    const differs = [...wanted].filter(([key, text]) => {
      const here = translated.get(key) ?? '';
      const [ours, theirs] = [holesIn(text).toSorted(), holesIn(here).toSorted()];
      // “One threat” needs no number, but may have it.
      const isKept = key.endsWith('_one')
        ? withoutCount(ours) === withoutCount(theirs)
        : ours.join() === theirs.join();
      return !isKept || text.split('**').length !== here.split('**').length;
    });
    expect(differs.map(([key]) => key)).toEqual([]);
  });

  test('has typographic quotes and apostrophes', () => {
    expect([...translated].filter(([, text]) => /["']/.test(text))).toEqual([]);
  });

  test('is spoken', async () => {
    await speak(tag);
    expect(language()).toBe(closestLanguage(tag));
    expect(t('commands:menu.file')).toBe(translated.get('commands.menu.file'));
    expect(t('threats:status.open')).not.toBe('threats:status.open');
    await speak('en');
    expect(t('commands:menu.file')).toBe('File');
  });
});
