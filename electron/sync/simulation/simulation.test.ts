import { describe, expect, it } from 'vitest';
import { planOf, usualLength } from './plan.ts';
import { simulate } from './simulation.ts';

const isFull = process.env['PARAPET_FULL'] !== undefined;
const count = isFull ? 500 : 20;
const length = isFull ? usualLength : 20;
const fixed = 1;
/** The first of the seeds that are different for each commit. A failure prints its seed. */
const fresh = 1000 + Number(process.env['PARAPET_SEED']);
const seeds = (from: number): number[] => Array.from({ length: count }, (_, index) => from + index);

/** `failed`: seeds that once found a loss of data, or a fault of the simulation itself. */
const services = [
  {
    name: 'our service',
    isPlain: false,
    failed: [
      731_020, 731_109, 878_796_934, 91_240_081, 91_260_363, 91_300_704, 91_320_388, 570_019_589,
      1_305_343_973, 912_400_417, 926_400_097, 136_002_131, 142_000_946, 148_000_794, 150_000_223,
      150_000_480, 152_000_157, 152_000_193, 146_000_328, 166_000_486,
    ],
  },
  {
    name: 'a plain service',
    isPlain: true,
    failed: [
      845_084, 845_089, 327_091_687, 847_136_856, 712_400_077, 733_400_566, 133_000_355,
      133_001_982, 137_000_418, 171_101_621, 181_102_782,
    ],
  },
];

/** A seed takes this long only if many processes share the machine. */
const timeoutMs = 180_000;

describe.each(services)('three people and a program at $name', ({ isPlain, failed }) => {
  it.each([...failed, ...seeds(fixed), ...seeds(fresh)])(
    'end with the same, and lose nothing: seed %i',
    async (seed) => {
      const { broken } = await simulate(planOf({ seed, isPlain, length }));
      const plain = isPlain ? ' --plain' : '';
      const again = `npm run simulate -- --seeds 1 --from ${seed} --events ${length}${plain}`;
      expect(broken, `repeat it with: ${again}`).toEqual([]);
    },
    timeoutMs,
  );
});

/**
 * Replaces the IDs of the service with numbers, because the IDs contain times, which differ between
 * runs.
 */
const withoutIds = (trace: readonly string[]): string[] => {
  const names = new Map<string, string>();
  return trace.map((line) =>
    line.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (id) => {
      if (!names.has(id)) names.set(id, `id ${names.size}`);
      return names.get(id) ?? id;
    }),
  );
};

it.each([7, 8, 9])(
  'plays seed %i in the same way each time',
  async (seed) => {
    const plan = planOf({ seed, isPlain: false, length });
    const [first, second] = [await simulate(plan), await simulate(plan)];
    expect(withoutIds(second.trace)).toEqual(withoutIds(first.trace));
    expect(second.requests).toBe(first.requests);
  },
  timeoutMs,
);
