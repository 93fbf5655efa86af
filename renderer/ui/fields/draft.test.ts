import { expect, test } from 'vitest';
import { isEdited, isOver, left, restored, typed, unsaved, type Draft } from './draft.ts';

const asTyped = (text: string): string => text;
const titleOnly = (text: string): string | null => text.trim() || null;
const begun = (value: string, text: string): Draft => typed(null, value, text);

test('what was typed is handed on once', () => {
  const draft = begun('old', 'new');
  expect(unsaved(draft, asTyped)).toBe('new');
  expect(unsaved({ ...draft, saved: 'new' }, asTyped)).toBeNull();
});

test('a value that arrives while a person types changes neither their text nor its origin', () => {
  const draft = typed(begun('old', 'ne'), 'from elsewhere', 'new');
  expect(draft).toMatchObject({ original: 'old', saved: 'old', text: 'new' });
});

test('what comes back to its beginning is nothing new', () => {
  expect(unsaved(typed(begun('old', 'olde'), 'old', 'old'), asTyped)).toBeNull();
});

test('a title that would be empty is not handed on, and the field goes back', () => {
  const draft = begun('old', '  ');
  expect(unsaved(draft, titleOnly)).toBeNull();
  expect(left(draft, unsaved(draft, titleOnly), 'old')).toBeNull();
});

test('a field that was left shows its text until the saved value arrives, and no longer', () => {
  const draft = left(begun('old', 'new'), 'new', 'old');
  expect(draft).toMatchObject({ text: 'new' });
  expect(isEdited(draft)).toBe(false);
  expect(isOver(draft, 'old')).toBe(false);
  expect(isOver(draft, 'new')).toBe(true);
});

test('Escape has something to hand on only where a pause has saved', () => {
  const draft = begun('old', 'new');
  expect(restored(draft)).toBeNull();
  expect(restored({ ...draft, saved: 'new' })).toBe('old');
});

test('typing again after leaving begins anew from the value', () => {
  const again = typed(left(begun('old', 'new'), 'new', 'old'), 'new', 'newer');
  expect(again).toMatchObject({ original: 'new', saved: 'new', text: 'newer' });
});
