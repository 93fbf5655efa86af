import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fact, familyOf, memoryOf } from '../processes.ts';

/**
 * The memory in megabytes. `resident` counts a memory page once for each process that shares the page,
 * as `ps` does. `proportional` divides a shared page among its processes, so it is the memory that would
 * be free without the service. `service` is the resident memory of the main process of the service
 * alone.
 */
export type Memory = { resident: number; proportional: number; service: number };

export type Serving = {
  /** The URL of the API. */
  url: string;
  /** Returns the memory of the service and of its processes for documents. */
  memory: () => Memory;
  /** Returns the processor time since the start, including ended processes for documents. */
  processorSeconds: () => number;
  stop: () => Promise<void>;
};

const commandLine = join(import.meta.dirname, '..', '..', 'service', 'cli.ts');
/** Linux counts processor time in hundredths of a second. */
const ticksPerSecond = 100;

/**
 * The options of Node and the environment variables are those of the system service in docs/service.md.
 */
const nodeOptions = ['--max-semi-space-size=16', '--disable-warning=ExperimentalWarning'];
const environment = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '1048576' };

/**
 * Starts the command `serve` as an operator does, with all limits. Works only on Linux, because it reads
 * `/proc`.
 */
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
      const all = familyOf(child.pid).map(memoryOf);
      const sumOf = (kind: 'resident' | 'proportional'): number =>
        all.reduce((sum, one) => sum + one[kind], 0);
      return {
        resident: sumOf('resident'),
        proportional: sumOf('proportional'),
        service: all[0]?.resident ?? 0,
      };
    },
    processorSeconds: () => {
      // The command name in `/proc/PID/stat` can contain spaces, so only the fields after its
      // parentheses are split.
      const fields = fact(child.pid, 'stat').split(') ').at(-1)?.split(' ') ?? [];
      // Adds the time of the process and of its children that have ended.
      const ticks = fields.slice(11, 15).reduce((sum, one) => sum + Number(one), 0);
      return ticks / ticksPerSecond;
    },
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
};
