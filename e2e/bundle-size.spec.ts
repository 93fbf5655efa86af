import { readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../build/root.ts';
import { expect, test } from './app.ts';

const built = (...path: string[]): string => join(root, 'out', ...path);
const kilobytes = (paths: Iterable<string>): number =>
  [...paths].reduce((sum, path) => sum + statSync(path).size, 0) / 1000;

/** Returns a bundled file, and all files that it imports directly or indirectly. */
const withImports = (entry: string): Set<string> => {
  const files = new Set([entry]);
  for (const file of files) {
    const imports = readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*["'](\.[^"']+)["']/g);
    for (const [, path = ''] of imports) files.add(join(dirname(file), path));
  }
  return files;
};

/** Returns the files with a given suffix that the window loads before it shows the first canvas. */
const beforeDrawing = (suffix: string): string[] => {
  const assets = readdirSync(built('renderer', 'assets'));
  const page = readFileSync(built('renderer', 'index.html'), 'utf8');
  const isFirst = (name: string): boolean => page.includes(name) || name.startsWith('canvas-');
  return assets
    .filter((name) => name.endsWith(suffix) && isFirst(name))
    .map((name) => built('renderer', 'assets', name));
};

/**
 * The maximum sizes in kB of the code that is loaded before the first drawing. If a change exceeds one
 * of these budgets, load the new code later, or raise the budget and say why in `docs/`.
 */
const budgets = { scripts: 2150, styles: 390, main: 380, thread: 870, service: 620 };
const parts = ['scripts', 'styles', 'main', 'thread', 'service'] as const;

test('the code that is loaded before the first drawing stays within its budget', () => {
  const scripts = beforeDrawing('.js');
  expect(scripts.length).toBeLessThanOrEqual(5);
  const used = {
    scripts: kilobytes(scripts),
    styles: kilobytes(beforeDrawing('.css')),
    main: kilobytes(withImports(built('main', 'main.js'))),
    thread: kilobytes(withImports(built('main', 'desktop-thread.js'))),
    service: kilobytes(withImports(built('main', 'embedded-service.js'))),
  };
  for (const part of parts) expect.soft(used[part], part).toBeLessThanOrEqual(budgets[part]);
});
