import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

type PostgresServer = { url: string; stop: () => Promise<void> };

const program = join(import.meta.dirname, 'run-postgres.ts');

/**
 * Starts a real PostgreSQL on a free port of this computer, with its data in a temporary folder.
 * It ends with this process, even if this process is killed.
 *
 * @param options.isDurable Whether commits wait for the disk. Nothing in a test has to survive a
 *   power cut; isolation and constraints are the same either way.
 * @throws {Error} With PostgreSQL's own words, if it does not start.
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
  for await (const url of createInterface({ input: child.stdout })) {
    return {
      url,
      stop: async () => {
        child.stdin.end();
        await ended;
      },
    };
  }
  await ended;
  throw new Error(`PostgreSQL did not start.\n${complaint.trim()}`);
};
