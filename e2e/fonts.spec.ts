import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { textWidth } from '#shared/drawing/text-width.ts';
import { root } from '../build/root.ts';
import { expect, test } from './app.ts';

/** Returns the loaded font families, each with the number of its loaded files. */
const loadedFonts = async (window: Page): Promise<Record<string, number>> =>
  await window.evaluate(() => {
    const loaded = [...document.fonts].filter(({ status }) => status === 'loaded');
    const families = loaded.map(({ family }) => family.replaceAll('"', ''));
    return Object.fromEntries(
      [...new Set(families)].map((name) => [name, families.filter((each) => each === name).length]),
    );
  });

test('the window has its own fonts, and loads those of other scripts when a text needs them', async ({
  start,
}) => {
  const { window } = await start();
  await expect(window.getByRole('group', { name: /, Trust boundary/ })).toHaveCount(3);
  await expect(window.locator('body')).toHaveCSS('font-family', /^"?Inter Variable/);
  await expect.poll(() => loadedFonts(window)).toEqual({ 'Inter Variable': 1, 'Noto Sans': 2 });

  await window.getByRole('button', { name: 'New collection…' }).click();
  await window.getByRole('textbox', { name: 'Title' }).last().fill('Πλάνο 결제 قاعدة 数据 😀');
  await window.keyboard.press('Enter');
  await expect(window.getByRole('treeitem', { name: /결제/ })).toBeVisible();
  await expect
    .poll(() => loadedFonts(window))
    .toEqual({ 'Inter Variable': 2, 'Noto Sans': 2, 'Other scripts': 4 });
});

test('names on the canvas have the widths that their layout assumes', async ({ start }) => {
  const { window } = await start();
  await expect(window.getByRole('group', { name: /, Trust boundary/ })).toHaveCount(3);
  await expect.poll(() => loadedFonts(window)).toMatchObject({ 'Noto Sans': 2 });
  const names = await window.evaluate(() => {
    const context = document.createElement('canvas').getContext('2d');
    return [...document.querySelectorAll('[data-name-line]')].map((line) => {
      const { fontSize, fontWeight, fontFamily } = getComputedStyle(line);
      if (context) context.font = `${fontWeight} ${fontSize} ${fontFamily}`;
      const text = line.textContent;
      return { text, size: parseFloat(fontSize), width: context?.measureText(text).width ?? 0 };
    });
  });
  expect(names.length).toBeGreaterThan(4);
  for (const { text, size, width } of names) {
    const computed = textWidth(text, { size, isBold: true });
    expect(width / computed, text).toBeGreaterThan(0.94);
    expect(width / computed, text).toBeLessThan(1.02);
  }
});

test('the built app has each font once, for the window and for documents', () => {
  const folder = join(root, 'out');
  const sizes = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ttf'))
    .map((name) => statSync(join(folder, name)).size);
  expect(sizes.length).toBeGreaterThan(10);
  expect(new Set(sizes).size).toBe(sizes.length);
});
