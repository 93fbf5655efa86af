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
 * The seed of random tests. Each commit is tried with values that no other was tried with, and a
 * failure on one machine is a failure on each. `PARAPET_SEED` sets another.
 */
export const seed = Number(process.env.PARAPET_SEED ?? seedOfCommit());
