import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.ts';
import { captured } from './setup/captured.mjs';
import { tool } from './tool.ts';

const SOURCES = [
  'package-lock.json',
  'build/electron.vite.config.ts',
  '{shared,service,electron,renderer}/**/*',
];
const NOT_BUILT = ['**/*.test.ts', '**/*.test.tsx', '**/tsconfig*.json', '**/README.md'];

/**
 * The file that records from which sources out/ was built. A build writes it last, so that an
 * interrupted build does not count.
 */
const marker = join(root, 'out', '.built-from');

/**
 * Builds the app into out/, unless out/ was already built from the current sources.
 *
 * @returns Whether the app is built now, and the output of the build.
 */
export async function buildApp(): Promise<{ ok: boolean; output: string }> {
  if (appIsBuilt()) return { ok: true, output: '' };
  const sources = fingerprint();
  forgetBuild();
  const config = join(root, 'build', 'electron.vite.config.ts');
  const words = tool('electron-vite', 'build', '--config', config);
  const build = await captured(process.execPath, words, { cwd: root });
  if (build.ok) {
    mkdirSync(join(root, 'out'), { recursive: true });
    writeFileSync(marker, sources);
  }
  return build;
}

export function appIsBuilt(): boolean {
  return existsSync(marker) && readFileSync(marker, 'utf8') === fingerprint();
}

/**
 * Invalidates the build. Call this before another program writes into out/. Otherwise, the files of that
 * program would be mistaken for the build.
 */
export function forgetBuild() {
  rmSync(marker, { force: true });
}

function fingerprint() {
  const hash = createHash('sha256');
  const files = globSync(SOURCES, { cwd: root, exclude: NOT_BUILT, withFileTypes: true });
  for (const file of files
    .filter((entry) => entry.isFile())
    .map(pathOf)
    .toSorted()) {
    hash.update(`${file}\0`).update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

const pathOf = (entry: { parentPath: string; name: string }) => join(entry.parentPath, entry.name);
