import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Sends a signal to all processes of the PostgreSQL server with this data folder. */
export const signalServer = (data: string, signal: 'SIGSTOP' | 'SIGCONT'): void => {
  const [first = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
  const postmaster = Number(first);
  // The postmaster gets the signal first, so that it cannot start other processes meanwhile.
  process.kill(postmaster, signal);
  for (const child of childrenOf(postmaster)) {
    try {
      process.kill(child, signal);
    } catch {
      // Ignores the error, because the process has ended in the meantime.
    }
  }
};

const childrenOf = (parent: number): number[] => {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const pairs = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  return pairs.flatMap(([pid = 0, ppid]) => (ppid === parent ? [pid] : []));
};
