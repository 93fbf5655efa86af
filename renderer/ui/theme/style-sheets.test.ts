import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const renderer = join(import.meta.dirname, '..', '..');

/** Returns the selectors of a style sheet, except those in `@media print`, which is at its end. */
const selectorsIn = (file: string): string[] => {
  const text = readFileSync(join(renderer, file), 'utf8').replaceAll(/\/\*.*?\*\//gs, '');
  const onScreen = text.split('@media print')[0] ?? '';
  return Array.from(onScreen.matchAll(/[^{};]+(?=\{)/g), ([selector]) => selector.trim());
};

// Whenever an element is added to the page, Chromium tests the :has() rules of all elements around it
// again. So a :has() rule of an element around the whole window would be tested each time.
it('uses no :has() on elements that contain the whole window', () => {
  const selectors = globSync('**/*.css', { cwd: renderer }).flatMap(selectorsIn);
  expect(selectors.length).toBeGreaterThan(100);
  expect(selectors.filter((each) => /\b(?:body|html|root):has\(/.test(each))).toEqual([]);
});
