import { expect, test } from 'vitest';
import { isEdited, isOver, left, restored, typed, unsaved, type Draft } from './draft.ts';

const asTyped = (text: string): string => text;
const titleOnly = (text: string): string | null => text.trim() || null;
const begun = (value: string, text: string): Draft => typed(null, value, text);

test('typed text is saved once', () => {
  const draft = begun('old', 'new');
  expect(unsaved(draft, asTyped)).toBe('new');
  expect(unsaved({ ...draft, saved: 'new' }, asTyped)).toBeNull();
});

test('a value that arrives during typing changes neither the text nor its origin', () => {
  const draft = typed(begun('old', 'ne'), 'from elsewhere', 'new');
  expect(draft).toMatchObject({ original: 'old', saved: 'old', text: 'new' });
});

test('a text that returns to the original is not saved', () => {
  expect(unsaved(typed(begun('old', 'olde'), 'old', 'old'), asTyped)).toBeNull();
});

test('an empty title is not saved, and the field shows the old one', () => {
  const draft = begun('old', '  ');
  expect(unsaved(draft, titleOnly)).toBeNull();
  expect(left(draft, unsaved(draft, titleOnly), 'old')).toBeNull();
});

test('after blur, a field shows its text until the saved value arrives', () => {
  const draft = left(begun('old', 'new'), 'new', 'old');
  expect(draft).toMatchObject({ text: 'new' });
  expect(isEdited(draft)).toBe(false);
  expect(isOver(draft, 'old')).toBe(false);
  expect(isOver(draft, 'new')).toBe(true);
});

test('Escape saves only if a pause has already saved', () => {
  const draft = begun('old', 'new');
  expect(restored(draft)).toBeNull();
  expect(restored({ ...draft, saved: 'new' })).toBe('old');
});

test('typing again after blur starts from the value', () => {
  const again = typed(left(begun('old', 'new'), 'new', 'old'), 'new', 'newer');
  expect(again).toMatchObject({ original: 'new', saved: 'new', text: 'newer' });
});
