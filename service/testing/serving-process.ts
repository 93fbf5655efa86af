import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { usualTimeouts } from '../database/timeouts.ts';
import { bundledProgram } from './bundled-program.ts';

export type ServingProcess = {
  /** The URL of the API, as in `TestService`. */
  url: string;
  /** Kills the process (SIGKILL), and waits until it is gone. */
  kill: () => Promise<void>;
};

const program = join(import.meta.dirname, 'serve-database.ts');

/**
 * Starts the service in a separate process, on a database file or the URL of a PostgreSQL database. The
 * separate process ends with this one, even if this one is killed.
 */
export const startServingProcess = async (
  location: string,
  timeouts = usualTimeouts,
): Promise<ServingProcess> => {
  const { path, env } = await bundledProgram(program);
  const child = spawn(process.execPath, [path, location, JSON.stringify(timeouts)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env,
  });
  const exited = once(child, 'exit');
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await exited;
  };
  for await (const line of createInterface({ input: child.stdout })) {
    return { url: `${line}/api/v1`, kill };
  }
  await exited;
  throw new Error(`the service did not start on ${location}`);
};
