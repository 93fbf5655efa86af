import fc from 'fast-check';
import { expect, test } from 'vitest';
import { difference, restore } from './difference.ts';
import { sameValue, type Fields } from './fields.ts';

const json = fc
  .jsonValue({ maxDepth: 2 })
  .map((value): unknown => JSON.parse(JSON.stringify(value)));
const fields: fc.Arbitrary<Fields> = fc.dictionary(
  fc.constantFrom('a', 'b', 'data', '__proto__', 'to', 'from'),
  fc.oneof(json, fc.dictionary(fc.constantFrom('x', 'y', 'constructor'), json)),
);

test('applying a difference gives the value that it was made from', () => {
  fc.assert(
    fc.property(fields, fields, (base, actual) => {
      const stored: unknown = JSON.parse(JSON.stringify(difference(base, actual)));
      expect(sameValue(restore(base, stored as Fields), actual)).toBe(true);
    }),
  );
});

test('equal values have no difference', () => {
  fc.assert(
    fc.property(fields, (value) => {
      expect(difference(value, value)).toEqual({});
    }),
  );
});

test('does not change a plain value that was changed or added since', () => {
  const stored = difference({ position: 1, name: 'n' }, { position: 2, colour: 'red' });
  expect(restore({ position: 3, name: 'm', colour: 'blue' }, stored as Fields)).toEqual({
    position: 3,
    name: 'm',
    colour: 'blue',
  });
});
