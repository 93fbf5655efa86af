import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/**
 * Megabytes. `resident` counts a page that processes share once for each of them, as `ps` does;
 * `proportional` divides it among them, so it is what their end would free.
 */
export type Memory = { resident: number; proportional: number; service: number };

export type Serving = {
  /** The URL of the API. */
  url: string;
  /** The memory of the service and of its processes for documents. */
  memory: () => Memory;
  /** The processor time since the start, including that of documents that are finished. */
  processorSeconds: () => number;
  stop: () => Promise<void>;
};

const commandLine = join(import.meta.dirname, '..', '..', 'service', 'cli.ts');
/** Linux counts processor time in hundredths of a second. */
const ticksPerSecond = 100;

/** As in the system service of docs/service.md. */
const nodeOptions = ['--max-semi-space-size=16', '--disable-warning=ExperimentalWarning'];
const environment = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '1048576' };

/** Starts `serve` as an operator does, with all limits. Linux only, because it reads `/proc`. */
export const startServing = async (database: string): Promise<Serving> => {
  const words = ['serve', '--port', '0', '--drain', '0', '--database', database];
  const child = spawn(process.execPath, [...nodeOptions, commandLine, ...words], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, ...environment },
  });
  const ended = once(child, 'exit');
  const firstLine = async (): Promise<string> => {
    for await (const line of createInterface({ input: child.stdout })) return line;
    throw new Error(`the service did not start on ${database}`);
  };
  const line = await firstLine();
  return {
    url: line.replace('listening on ', ''),
    memory: () => {
      const service = memoryOf(child.pid);
      const all = [service, ...childrenOf(child.pid).map(memoryOf)];
      const sumOf = (kind: keyof typeof service): number =>
        all.reduce((sum, one) => sum + one[kind], 0);
      return {
        resident: sumOf('resident'),
        proportional: sumOf('proportional'),
        service: service.resident,
      };
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

const memoryOf = (pid: number | undefined): Pick<Memory, 'resident' | 'proportional'> => {
  const kept = fact(pid, 'smaps_rollup');
  const of = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(kept)?.[1] ?? 0);
  return { resident: of('Rss') / 1024, proportional: of('Pss') / 1024 };
};

const childrenOf = (pid: number | undefined): number[] =>
  fact(pid, `task/${pid}/children`).split(' ').filter(Boolean).map(Number);
