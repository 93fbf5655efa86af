import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { closestLanguage } from './languages.ts';
import {
  flatTexts,
  missingTranslations,
  neededTexts,
  otherLanguages,
} from './missing-translations.ts';
import { language, speak, t, type Texts } from './texts.ts';

const withoutCount = (holes: readonly string[]): string =>
  holes.filter((hole) => !hole.startsWith('{{count')).join();

const holesIn = (text: string): string[] =>
  [...text.matchAll(/\{\{.*?\}\}/g)].map(([hole]) => hole);

describe.each(otherLanguages)('%s', (tag) => {
  const file = join(import.meta.dirname, `${tag}.json`);
  const parsed: Texts = JSON.parse(readFileSync(file, 'utf8'));
  const translated = new Map(flatTexts(parsed));
  const groups = neededTexts(tag);
  const needed = new Map(groups.flatMap((group) => [...group]));
  const missing = [...needed.keys()].filter((key) => !translated.has(key));

  // A translation may be missing until a release. Only `npm run package -- --release` fails if one is
  // missing.
  test('has only texts that English has, each in all plural forms', () => {
    expect([...translated.keys()].filter((key) => !needed.has(key))).toEqual([]);
    const incomplete = groups.filter((group) => {
      const count = [...group.keys()].filter((key) => translated.has(key)).length;
      return count > 0 && count < group.size;
    });
    expect(incomplete.map((group) => [...group.keys()])).toEqual([]);
    const empty = [...translated].filter(([key, text]) => text === '' && needed.get(key) !== '');
    expect(empty).toEqual([]);
  });

  test('lacks only the texts that the release check names', async () => {
    expect((await missingTranslations()).get(tag) ?? []).toEqual(missing);
  });

  test('has the placeholders of the English text, and its formatting', () => {
    const differs = [...translated].filter(([key, translation]) => {
      const text = needed.get(key) ?? '';
      const [holes, translatedHoles] = [holesIn(text).toSorted(), holesIn(translation).toSorted()];
      // Some languages write “one threat” without a number, so the count may be missing.
      const hasSameHoles = key.endsWith('_one')
        ? withoutCount(holes) === withoutCount(translatedHoles)
        : holes.join() === translatedHoles.join();
      return !hasSameHoles || text.split('**').length !== translation.split('**').length;
    });
    expect(differs.map(([key]) => key)).toEqual([]);
  });

  test('has typographic quotes and apostrophes', () => {
    expect([...translated].filter(([, text]) => /["']/.test(text))).toEqual([]);
  });

  test('can be selected', async () => {
    await speak(tag);
    expect(language()).toBe(closestLanguage(tag));
    expect(t('commands:menu.file')).toBe(translated.get('commands.menu.file'));
    expect(t('threats:status.open')).not.toBe('threats:status.open');
    await speak('en');
    expect(t('commands:menu.file')).toBe('File');
  });
});
