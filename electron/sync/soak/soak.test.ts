import { describe, expect, it } from 'vitest';
import { soak } from './soak.ts';

const isFull = process.env['PARAPET_FULL'] !== undefined;
const seconds = isFull ? 600 : 30;
/** Starting, coming to rest, and looking at what is there. */
const longestMs = seconds * 3000 + 600_000;

/** A fresh seed each time: with real processes no seed repeats a run exactly anyway. */
const seed = Date.now() % 1_000_000;

/** What is broken, in words; empty if all is well. */
const brokenIn = async (options: Omit<Parameters<typeof soak>[0], 'seed' | 'tell'>) => {
  const told: string[] = [];
  const broken = await soak({ ...options, seed, tell: (line) => told.push(line) });
  return broken === 0 ? '' : told.join('\n');
};

describe.concurrent('killed at any moment, on a bad network, people keep all that they did, once', () => {
  it.each(['sqlite', 'postgres'] as const)(
    'three at the service on %s',
    async (database) => {
      expect(await brokenIn({ database, seconds })).toBe('');
    },
    longestMs,
  );

  // More of them would overwrite each other now and then: see the limits in docs/sync.md.
  it(
    'one at a service that only does what the specification says',
    async () => {
      const options = { database: 'sqlite', seconds: seconds / 2, people: 1, plain: true } as const;
      expect(await brokenIn(options)).toBe('');
    },
    longestMs,
  );
});
