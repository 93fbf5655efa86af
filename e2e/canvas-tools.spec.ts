import type { Locator } from '@playwright/test';
import { expect, test } from './app.ts';

const overlap = async (one: Locator, other: Locator): Promise<boolean> => {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (!a || !b) throw new Error('An element has no box');
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
};

test('the viewport moves if a tool covers a new element', async ({ start }) => {
  const { window } = await start();
  await expect(window.getByRole('group', { name: /, Trust boundary/ })).toHaveCount(3);
  await window.getByRole('button', { name: 'Add canvas' }).press('Enter');
  await window.keyboard.press('Enter');
  await expect(window.getByRole('heading', { name: 'Draw your system' })).toBeVisible();

  const canvas = window.getByRole('application', { name: /^Canvas, / });
  const palette = window.getByRole('toolbar', { name: 'Add to canvas' });
  await palette.getByRole('button', { name: 'Process' }).click();
  await canvas.click({ position: { x: 80, y: 60 } });
  const node = window.locator('.react-flow__node');
  await expect(node).toHaveCount(1);
  await expect.poll(() => overlap(node, palette)).toBe(false);
  await expect(node).toBeInViewport({ ratio: 1 });

  await window.keyboard.press('Enter');
  await expect(window.getByRole('group', { name: 'Process, Process' })).toBeVisible();
  await window.keyboard.press('Control+d');
  await expect(node).toHaveCount(2);
  await expect.poll(() => overlap(node.last(), palette)).toBe(false);
});

test('the bar of a layout preview covers no element', async ({ start }) => {
  const { application, window } = await start();
  await application.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.setContentSize(1024, 700),
  );
  await expect.poll(() => window.evaluate(() => innerWidth)).toBe(1024);
  await expect(window.getByRole('group', { name: /, Trust boundary/ })).toHaveCount(3);
  await window.getByRole('button', { name: /^Auto layout/ }).click();
  const bar = window.getByRole('region', { name: 'Layout preview' });
  await bar.getByText('Top to bottom').click();
  await expect(bar.getByRole('button', { name: 'Apply' })).toBeEnabled();
  const nodes = window.locator('.react-flow__node');
  const covered = async (): Promise<boolean[]> =>
    await Promise.all((await nodes.all()).map((each) => overlap(each, bar)));
  await expect.poll(async () => (await covered()).includes(true)).toBe(false);
});

test('a toolbar is one Tab stop, and arrow keys move between its tools', async ({ untouched }) => {
  const { window } = untouched;
  await expect(window.getByRole('group', { name: /, Trust boundary/ })).toHaveCount(3);
  const palette = window.getByRole('toolbar', { name: 'Add to canvas' });
  const zoom = window.getByRole('toolbar', { name: 'Zoom' });
  const [first, last] = [
    palette.getByRole('button', { name: 'Process' }),
    palette.getByRole('button', { name: 'Add data flow' }),
  ];
  await first.focus();
  await window.keyboard.press('ArrowDown');
  await expect(palette.getByRole('button', { name: 'Data store' })).toBeFocused();
  await window.keyboard.press('End');
  await expect(last).toBeFocused();
  await window.keyboard.press('Tab');
  await expect(zoom.getByRole('button', { name: 'Zoom out' })).toBeFocused();
  await window.keyboard.press('ArrowRight');
  await expect(zoom.getByRole('button', { name: /Zoom to 100%$/ })).toBeFocused();
  await window.keyboard.press('Shift+Tab');
  await expect(last).toBeFocused();
  await window.keyboard.press('ArrowDown');
  await expect(first).toBeFocused();
});
