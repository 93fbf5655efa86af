import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'vite';

export type ServingProcess = {
  /** Of the API, as `TestService` has it. */
  url: string;
  /** Ends it where it stands (SIGKILL), and waits until it is gone. */
  kill: () => Promise<void>;
};

/** The service in a process of its own, on a database file or the URL of a PostgreSQL database. */
export const startServingProcess = async (place: string): Promise<ServingProcess> => {
  const folder = await bundled();
  const child = spawn(process.execPath, [join(folder, 'serve-database.js'), place], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') },
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

/**
 * The folder with the program as one bundle, made once in a process. Loading 800 modules one by one
 * costs four times as much processor time as the bundle, and one test starts the service 100 times.
 */
const bundled = async (): Promise<string> => {
  bundle ??= makeBundle();
  return await bundle;
};
let bundle: Promise<string> | undefined;

const makeBundle = async (): Promise<string> => {
  const cache = join(import.meta.dirname, '../../.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'serving-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: { ssr: join(import.meta.dirname, 'serve-database.ts'), outDir: folder },
  });
  return folder;
};
