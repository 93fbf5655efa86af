import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'vite';

export type BundledProgram = {
  path: string;
  /**
   * The environment for starting the program. It makes Node cache the compiled code for the next start.
   */
  env: NodeJS.ProcessEnv;
};

const bundles = new Map<string, Promise<BundledProgram>>();

/**
 * Bundles a program into one file, once per process. A test can start a program 100 times, and loading
 * 800 separate modules would take four times the processor time.
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
