import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scanJson } from './scan-json.ts';

const parses = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

test('agrees with JSON.parse on whether a text is JSON', () => {
  const slip = fc.record({
    at: fc.nat(),
    cut: fc.nat(2),
    insert: fc.constantFrom('', ',', '"', '}', '1', ':', '\\'),
  });
  fc.assert(
    fc.property(fc.json({ maxDepth: 3 }), fc.array(slip, { maxLength: 2 }), (json, slips) => {
      let text = json;
      for (const { at, cut, insert } of slips) {
        const index = at % (text.length + 1);
        text = text.slice(0, index) + insert + text.slice(index + cut);
      }
      expect(scanJson(text).error === undefined).toBe(parses(text));
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ['{"a": 1,\n "b": }', 15],
  ['{"a": 1', 7],
  ['[1, 2,]', 6],
  ['{"a" 1}', 5],
  ['[1] 2', 4],
  ['["open]', 1],
])('%s fails at %i', (text, error) => {
  expect(scanJson(text).error).toBe(error);
});
