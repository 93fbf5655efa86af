import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export type Serving = {
  /** The URL of the API. */
  url: string;
  /** The memory of the service and of its processes for documents. */
  megabytes: () => number;
  /** The processor time since the start, including that of documents that are finished. */
  processorSeconds: () => number;
  stop: () => Promise<void>;
};

const commandLine = join(import.meta.dirname, '..', '..', 'service', 'cli.ts');
/** Linux counts processor time in hundredths of a second. */
const ticksPerSecond = 100;

/** Starts `serve` as an operator does, with all limits. Linux only, because it reads `/proc`. */
export const startServing = async (database: string): Promise<Serving> => {
  const words = ['serve', '--port', '0', '--drain', '0', '--database', database];
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', commandLine, ...words],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const ended = once(child, 'exit');
  const firstLine = async (): Promise<string> => {
    for await (const line of createInterface({ input: child.stdout })) return line;
    throw new Error(`the service did not start on ${database}`);
  };
  const line = await firstLine();
  return {
    url: line.replace('listening on ', ''),
    megabytes: () => {
      const kibibytes = [child.pid, ...childrenOf(child.pid)].map((pid) =>
        Number(/VmRSS:\s+(\d+)/.exec(fact(pid, 'status'))?.[1] ?? 0),
      );
      return kibibytes.reduce((sum, one) => sum + one, 0) / 1024;
    },
    processorSeconds: () => {
      // The name of the command, in parentheses, can contain spaces.
      const fields = fact(child.pid, 'stat').split(') ').at(-1)?.split(' ') ?? [];
      // The process and its children that have ended.
      const ticks = fields.slice(11, 15).reduce((sum, one) => sum + Number(one), 0);
      return ticks / ticksPerSecond;
    },
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
};

/** A process can end at any moment. */
const fact = (pid: number | undefined, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
};

const childrenOf = (pid: number | undefined): number[] =>
  fact(pid, `task/${pid}/children`).split(' ').filter(Boolean).map(Number);
