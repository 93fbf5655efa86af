import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const renderer = join(import.meta.dirname, '..', '..');

/** The selectors of a file, without those for printing, which are last. */
const selectorsIn = (file: string): string[] => {
  const text = readFileSync(join(renderer, file), 'utf8').replaceAll(/\/\*.*?\*\//gs, '');
  const onScreen = text.split('@media print')[0] ?? '';
  return Array.from(onScreen.matchAll(/[^{};]+(?=\{)/g), ([selector]) => selector.trim());
};

// Whenever an element is added, Chromium tests each :has() again on the elements around it.
it('uses no :has() on elements that contain the whole window', () => {
  const selectors = globSync('**/*.css', { cwd: renderer }).flatMap(selectorsIn);
  expect(selectors.length).toBeGreaterThan(100);
  expect(selectors.filter((each) => /\b(?:body|html|root):has\(/.test(each))).toEqual([]);
});
