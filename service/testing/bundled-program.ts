import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'vite';

export type BundledProgram = {
  path: string;
  /** The environment for starting the program. It caches the compiled code for the next start. */
  env: NodeJS.ProcessEnv;
};

const bundles = new Map<string, Promise<BundledProgram>>();

/**
 * Bundles a program into one file, once per process. Loading 800 separate modules takes four times
 * the processor time, and a test may start a program 100 times.
 */
export const bundledProgram = async (source: string): Promise<BundledProgram> => {
  const bundle = bundles.get(source) ?? makeBundle(source);
  bundles.set(source, bundle);
  return await bundle;
};

const makeBundle = async (source: string): Promise<BundledProgram> => {
  const cache = join(import.meta.dirname, '../../.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'bundled-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: { ssr: source, outDir: folder },
  });
  return {
    path: join(folder, basename(source).replace(/ts$/, 'js')),
    env: { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') },
  };
};
