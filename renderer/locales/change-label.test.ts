import i18next from 'i18next';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { speak } from '#shared/locales/texts.ts';
import { changeLabel } from './change-label.ts';

beforeEach(() => {
  i18next.addResourceBundle('de', 'collections', { change: { rename: 'umbenennen' } });
});

afterEach(async () => {
  i18next.removeResourceBundle('de', 'collections');
  await speak('en');
});

test('a change is named in the language that a regional one resolves to', async () => {
  await speak('de-DE');
  expect(changeLabel('collections.change.rename')).toBe('umbenennen');
});

test('a change that the language has no text for is named in English', async () => {
  await speak('de-DE');
  expect(changeLabel('collections.change.create-canvas')).toBe('create canvas');
});

test('the keys of earlier versions are still known, and an unknown one has no text', () => {
  expect(changeLabel('threats.label.addComment')).toBe('Add comment');
  expect(changeLabel('threats.label.neverThere')).toBe('');
});
