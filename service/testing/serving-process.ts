import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export type ServingProcess = {
  /** Of the API, as `TestService` has it. */
  url: string;
  /** Ends it where it stands (SIGKILL), and waits until it is gone. */
  kill: () => Promise<void>;
};

const program = join(import.meta.dirname, 'serve-database.ts');
/** Without it, half of the time a start takes goes into reading the same code again. */
const compiled = join(import.meta.dirname, '../../.cache/compiled');

/** The service in a process of its own, on a database file or the URL of a PostgreSQL database. */
export const startServingProcess = async (place: string): Promise<ServingProcess> => {
  const child = spawn(process.execPath, [program, place], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE: compiled },
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
