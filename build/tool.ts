import { join } from 'node:path';
import { root } from './root.ts';

const config = (name: string) => join(root, 'build', name);

/** The tools we run: each one's program for Node, and the words that are always the same. */
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
  // Folders are named, because oxlint takes what it finds otherwise, .cache included.
  oxlint: [
    'oxlint/bin/oxlint',
    '--config',
    config('oxlint.json'),
    'shared',
    'service',
    'electron',
    'renderer',
    'e2e',
    'bench',
    'build',
  ],
  playwright: ['@playwright/test/cli.js', 'test', '--config', config('playwright.config.ts')],
  typescript: ['typescript/bin/tsc', '--build', '--pretty', 'false'],
  vitest: ['vitest/vitest.mjs', 'run', '--config', config('vitest.config.ts')],
} as const satisfies Record<string, readonly [program: string, ...words: string[]]>;

/** What to hand to Node to run a tool, with more words after the usual ones. */
export function tool(name: keyof typeof TOOLS, ...more: string[]): string[] {
  const [program, ...words] = TOOLS[name];
  return [join(root, 'node_modules', program), ...words, ...more];
}
