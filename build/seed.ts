import { execFileSync } from 'node:child_process';
import { root } from './root.ts';

/** Returns the first 31 bits of the commit's hash, or 1 where there is no repository. */
const seedOfCommit = (): number => {
  try {
    const hash = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' });
    return Number.parseInt(hash.slice(0, 8), 16) >>> 1;
  } catch {
    return 1;
  }
};

/**
 * The seed of random tests. It depends on the commit, so that each commit gets new values, and a
 * failure repeats on every machine. `PARAPET_SEED` sets another seed.
 */
export const seed = Number(process.env.PARAPET_SEED ?? seedOfCommit());
