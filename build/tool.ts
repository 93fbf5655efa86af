import { join } from 'node:path';
import { root } from './root.ts';

const config = (name: string) => join(root, 'build', name);

/** Each tool's program for Node, and its usual arguments. */
const TOOLS = {
  'electron-vite': ['electron-vite/bin/electron-vite.js'],
  knip: ['knip/bin/knip.js', '--config', config('knip.json'), '--no-progress'],
  oxfmt: [
    'oxfmt/bin/oxfmt',
    '--config',
    config('oxfmt.json'),
    '**/*.{ts,tsx,mjs,css,html,json}',
    '!package-lock.json',
    '!**/fixtures/**',
  ],
  // The arguments name the folders, because oxlint would otherwise check all folders, including .cache.
  oxlint: [
    'oxlint/bin/oxlint',
    '--config',
    config('oxlint.json'),
    'shared',
    'service',
    'cli',
    'electron',
    'renderer',
    'e2e',
    'bench',
    'build',
  ],
  playwright: ['@playwright/test/cli.js', 'test', '--config', config('playwright.config.ts')],
  // The compiler runs in one thread, because each further thread would check the shared types again.
  // Several threads would cost twice the processor time, and other steps use the other cores.
  typescript: ['typescript/bin/tsc', '--build', '--pretty', 'false', '--singleThreaded'],
  vitest: ['vitest/vitest.mjs', 'run', '--config', config('vitest.config.ts')],
} as const satisfies Record<string, readonly [program: string, ...words: string[]]>;

/**
 * Returns the arguments with which Node runs a tool: the program, its usual arguments, and `more`.
 */
export function tool(name: keyof typeof TOOLS, ...more: string[]): string[] {
  const [program, ...words] = TOOLS[name];
  return [join(root, 'node_modules', program), ...words, ...more];
}
