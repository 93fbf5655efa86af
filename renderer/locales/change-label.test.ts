import i18next from 'i18next';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { speak } from '#shared/locales/texts.ts';
import { changeLabel } from './change-label.ts';

beforeEach(async () => await speak('de-DE'));

afterEach(async () => await speak('en'));

test('a change is named in the base language of a regional one', async () => {
  const german: unknown = i18next.getResource('de', 'collections', 'change.rename');
  expect(german).not.toBe('rename');
  expect(changeLabel('collections.change.rename')).toBe(german);
});

test('a change that the language has no text for is named in English', async () => {
  i18next.removeResourceBundle('de', 'collections');
  expect(changeLabel('collections.change.create-canvas')).toBe('create canvas');
});

test('the keys of earlier versions are still known, and an unknown one has no text', async () => {
  await speak('en');
  expect(changeLabel('threats.label.addComment')).toBe('Add comment');
  expect(changeLabel('threats.label.neverThere')).toBe('');
});
