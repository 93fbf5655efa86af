import { describe, expect, it } from 'vitest';
import { simulate } from './simulation.ts';

const isFull = process.env['PARAPET_FULL'] !== undefined;
const seeds = (count: number): number[] => Array.from({ length: count }, (_, place) => place + 1);

/** Each of these failed once. A change of the simulation gives a seed another meaning. */
const onceFailed = { ours: [731020, 731109, 912022], plain: [845084, 845089] } satisfies Record<
  string,
  number[]
>;

/** `npm run simulate -- --seeds 1 --from N [--plain]` runs one of them alone. */
describe('two people and a program on a bad network end with the same, and lose nothing', () => {
  it.each([...onceFailed.ours, ...seeds(isFull ? 1000 : 50)])('seed %i', async (seed) => {
    expect(await simulate({ seed, plain: false })).toEqual([]);
  });

  it.each([...onceFailed.plain, ...seeds(isFull ? 1000 : 20)])(
    'seed %i, at a plain service',
    async (seed) => {
      expect(await simulate({ seed, plain: true })).toEqual([]);
    },
  );
});
