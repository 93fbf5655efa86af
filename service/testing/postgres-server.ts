import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/**
 * `stop` ends the sessions first; `crash` does not. `freeze` suspends every process of the server, and
 * `thaw` resumes them.
 */
export type PostgresControl = 'start' | 'stop' | 'crash' | 'freeze' | 'thaw';

export type PostgresServer = {
  url: string;
  /** Controls the server, and waits until that is done. */
  control: (what: PostgresControl) => Promise<void>;
  /** Stops the server and deletes its data. */
  stop: () => Promise<void>;
};

const program = join(import.meta.dirname, 'run-postgres.ts');

/**
 * Starts a real PostgreSQL server on a free local port, with its data in a temporary folder. It
 * ends with this process, even if this process is killed.
 *
 * @param options.isDurable Whether commits wait for the disk. No test data has to survive a power
 * failure; isolation and constraints are the same either way.
 * @throws {Error} With PostgreSQL's message if it does not start.
 */
export const startPostgresServer = async ({
  isDurable,
}: {
  isDurable: boolean;
}): Promise<PostgresServer> => {
  const words = isDurable ? ['--durable'] : [];
  const child = spawn(process.execPath, [program, ...words], { stdio: ['pipe', 'pipe', 'pipe'] });
  const ended = once(child, 'close');
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  const lines = createInterface({ input: child.stdout });
  const nextLine = async (): Promise<string> => {
    const failed = ended.then(() => {
      throw new Error(`PostgreSQL did not start.\n${complaint.trim()}`);
    });
    const event: unknown[] = await Promise.race([once(lines, 'line'), failed]);
    return String(event[0]);
  };
  return {
    url: await nextLine(),
    control: async (what) => {
      child.stdin.write(`${what}\n`);
      await nextLine();
    },
    stop: async () => {
      child.stdin.end();
      await ended;
    },
  };
};
