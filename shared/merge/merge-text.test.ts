import { describe, expect, it } from 'vitest';
import { canCompare } from './merge-text.ts';

const different = (count: number): string[] => Array.from({ length: count }, (_, n) => `Line ${n}`);
const equal = (count: number): string[] => Array.from({ length: count }, () => '');

describe('tells if two texts can be compared', () => {
  it.each([
    ['up to 4,000 lines', different(4000), different(4000), true],
    ['not if the first has more', different(4001), [], false],
    ['not if the second has more', [], different(4001), false],
    ['up to 250,000 pairs of equal lines', equal(500), equal(500), true],
    ['not with more pairs', equal(501), equal(500), false],
  ])('%s', (_, one, other, can) => {
    expect(canCompare(one, other)).toBe(can);
  });
});
