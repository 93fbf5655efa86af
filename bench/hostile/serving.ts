import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fact, familyOf, memoryOf } from '../processes.ts';

/**
 * The memory in megabytes. `resident` counts a memory page once for each process that shares the page,
 * as `ps` does. `proportional` divides the size of a shared page by the number of processes that share
 * it, so the sum is the memory that would be free if the service ended. `service` is the resident memory
 * of the main process alone.
 */
export type Memory = { resident: number; proportional: number; service: number };

export type Serving = {
  /** The URL of the API. */
  url: string;
  /** Returns the memory of the service, including the processes in which it makes documents. */
  memory: () => Memory;
  /**
   * Returns the processor time of the service since its start, in seconds. Includes the processes in
   * which it made documents, if they have ended.
   */
  processorSeconds: () => number;
  stop: () => Promise<void>;
};

const commandLine = join(import.meta.dirname, '..', '..', 'service', 'cli.ts');
/** The unit of processor times in `/proc` is a hundredth of a second. */
const ticksPerSecond = 100;

/**
 * The options of Node and the environment variables are the same as in the systemd unit of
 * docs/service.md, because they change how much memory the service uses.
 */
const nodeOptions = ['--max-semi-space-size=16', '--disable-warning=ExperimentalWarning'];
const environment = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '1048576' };

/**
 * Starts the service with the command `serve`, as an operator does, so that all of its limits apply.
 * Works only on Linux, because the measurements read `/proc`.
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
      // In `/proc/PID/stat`, the command name is in parentheses and can contain spaces. So only the
      // fields after the closing parenthesis are split.
      const fields = fact(child.pid, 'stat').split(') ').at(-1)?.split(' ') ?? [];
      // These four fields are the user and system times of the process, and those of its children that
      // have ended.
      const ticks = fields.slice(11, 15).reduce((sum, one) => sum + Number(one), 0);
      return ticks / ticksPerSecond;
    },
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
};
