import { describe, expect, it } from 'vitest';
import { soak } from './soak.ts';

const isFull = process.env['PARAPET_FULL'] !== undefined;
const seconds = isFull ? 600 : 30;
/** Includes starting, settling, and checking on a busy machine. */
const longestMs = seconds * 3000 + 600_000;

/** A new seed each time, since real processes never repeat a run exactly. */
const seed = Date.now() % 1_000_000;

/** Describes the breaches; empty if there are none. */
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

  // Two people may overwrite each other there (docs/sync.md, Limits).
  it(
    'one at a service that only does what the specification says',
    async () => {
      const options = { database: 'sqlite', seconds: seconds / 2, people: 1, plain: true } as const;
      expect(await brokenIn(options)).toBe('');
    },
    longestMs,
  );
});
