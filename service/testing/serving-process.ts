import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { bundledProgram } from './bundled-program.ts';

export type ServingProcess = {
  /** Of the API, as `TestService` has it. */
  url: string;
  /** Ends it where it stands (SIGKILL), and waits until it is gone. */
  kill: () => Promise<void>;
};

const program = join(import.meta.dirname, 'serve-database.ts');

/**
 * The service in a process of its own, on a database file or the URL of a PostgreSQL database. It
 * ends with this process, even if this process is killed.
 */
export const startServingProcess = async (place: string): Promise<ServingProcess> => {
  const { path, env } = await bundledProgram(program);
  const child = spawn(process.execPath, [path, place], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env,
  });
  const gone = once(child, 'exit');
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await gone;
  };
  for await (const line of createInterface({ input: child.stdout })) {
    return { url: `${line}/api/v1`, kill };
  }
  await gone;
  throw new Error(`the service did not start on ${place}`);
};
