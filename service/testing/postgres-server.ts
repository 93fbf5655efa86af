import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/**
 * Commands for the server. `stop` ends the sessions before the server stops, and `crash` does not.
 * `freeze` suspends every process of the server, and `thaw` resumes these processes.
 */
export type PostgresControl = 'start' | 'stop' | 'crash' | 'freeze' | 'thaw';

export type PostgresServer = {
  url: string;
  /** Runs a command, and resolves when it is done. */
  control: (what: PostgresControl) => Promise<void>;
  /** Stops the server and deletes its data. */
  stop: () => Promise<void>;
};

const program = join(import.meta.dirname, 'run-postgres.ts');

/**
 * Starts a real PostgreSQL server on a free local port, with its data in a temporary folder. The server
 * ends with this process, even if this process is killed.
 *
 * @param options.isDurable Whether commits wait for the disk. Only data that has to survive a power
 * failure needs this. Isolation and constraints are the same without it.
 * @throws {Error} With PostgreSQL's message if the server does not start.
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
