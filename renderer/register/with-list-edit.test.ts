import { expect, test } from 'vitest';
import { withListEdit } from './with-list-edit.ts';

test.each([
  { case: 'a value is added', saved: ['a'], seen: ['a'], after: ['a', 'b'], result: ['a', 'b'] },
  { case: 'a value is removed', saved: ['a', 'b'], seen: ['a', 'b'], after: ['b'], result: ['b'] },
  {
    case: 'an earlier edit is not saved yet',
    saved: ['a'],
    seen: ['a', 'b'],
    after: ['a', 'b', 'c'],
    result: ['a', 'b', 'c'],
  },
  {
    case: 'an added value is removed',
    saved: ['a', 'b'],
    seen: ['a', 'b'],
    after: ['a'],
    result: ['a'],
  },
  { case: 'a removed value is added again', saved: [], seen: ['a'], after: ['a'], result: ['a'] },
  {
    case: 'somebody else adds a value',
    saved: ['a', 'x'],
    seen: ['a'],
    after: ['b'],
    result: ['b', 'x'],
  },
])('$case', ({ saved, seen, after, result }) => {
  expect(withListEdit(saved, new Set(seen), after)).toEqual(result);
});
