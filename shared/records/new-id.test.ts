import { expect, test } from 'vitest';
import { newId } from './new-id.ts';

test('IDs are UUIDs of version 7 that sort in the order of their creation', () => {
  const ids = Array.from({ length: 20_000 }, newId);
  expect(
    ids.every((id) => /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(id)),
  ).toBe(true);
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});
