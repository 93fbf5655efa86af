import { expect, test } from 'vitest';
import { closestLanguage } from './languages.ts';

test.each([
  ['de', 'de'],
  ['de-AT', 'de'],
  ['en-GB', 'en'],
  ['es-419', 'es'],
  ['fr-CA', 'fr'],
  ['ja-JP', 'ja'],
  ['pt', 'pt-BR'],
  ['pt-PT', 'pt-BR'],
  ['zh', 'zh-CN'],
  ['zh-Hans-SG', 'zh-CN'],
  ['zh-TW', 'en'],
  ['zh-Hant', 'en'],
  ['nl', 'en'],
  ['C.UTF-8', 'en'],
  ['', 'en'],
])('the language for %s is %s', (wanted, tag) => {
  expect(closestLanguage(wanted)).toBe(tag);
});
