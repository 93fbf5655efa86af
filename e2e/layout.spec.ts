import type { Locator } from '@playwright/test';
import { expect, test, type App } from './app.ts';
import { canvas, node } from './canvas.ts';
import { runByPalette } from './exports.ts';
import { addModel } from './sync.ts';

const resize = async ({ application }: App, width: number, height: number): Promise<void> =>
  await application.evaluate(
    ({ BrowserWindow }, [w, h]) => BrowserWindow.getAllWindows()[0]?.setContentSize(w, h),
    [width, height] as const,
  );

const boxOf = async (part: Locator) => {
  await expect(part).toBeVisible();
  const box = await part.boundingBox();
  if (!box) throw new Error('not on the screen');
  return box;
};

const isCut = async (text: Locator): Promise<boolean> =>
  await text.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);

test('the inspector has room for its words in the smallest window', async ({ start }) => {
  const app = await start();
  const inspector = app.window.getByRole('complementary', { name: 'Inspector' });
  await resize(app, 800, 600);
  await node(app, 'Web app, Process').click({ position: { x: 6, y: 6 } });

  await test.step('a threat', async () => {
    await inspector.getByRole('button', { name: /Stolen passwords/ }).click();
    for (const name of ['Priority', 'Status']) {
      const { width } = await boxOf(inspector.getByRole('combobox', { name, exact: true }));
      expect(width).toBeGreaterThan(100);
    }
  });

  await test.step('no row moves when the number of suggestions arrives', async () => {
    const suggested = await boxOf(inspector.getByRole('button', { name: /suggested threats$/i }));
    const copy = await boxOf(inspector.getByRole('button', { name: 'Copy or move…' }));
    expect(copy.y).toBeGreaterThanOrEqual(suggested.y + suggested.height);
  });

  await test.step('fields below each other', async () => {
    const field = (name: string) => inspector.getByRole('combobox', { name, exact: true });
    await field('Technology').scrollIntoViewIfNeeded();
    const [attributes, technology] = [
      await boxOf(field('Attributes')),
      await boxOf(field('Technology')),
    ];
    expect(Math.abs(attributes.x - technology.x)).toBeLessThanOrEqual(8);
  });
});

test('the six ways to align are in one row', async ({ start }) => {
  const app = await start();
  await expect(canvas(app)).toBeVisible();
  await resize(app, 1440, 900);
  await canvas(app).press('Control+a');
  const align = app.window.getByRole('region', { name: 'Align', exact: true });
  const buttons = align.getByRole('button');
  await expect(buttons).toHaveCount(6);
  const first = await boxOf(buttons.first());
  const last = await boxOf(buttons.last());
  expect(last.y).toBe(first.y);
});

test('empty areas say what to do without scrolling', async ({ start }) => {
  const app = await start();
  const { window } = app;
  const whole = { ratio: 1 };
  await addModel(app, 'New');
  await resize(app, 800, 600);
  await expect(window.getByText(/^Select something on the canvas/)).toBeInViewport(whole);
  await runByPalette(app, 'Show suggested threats');
  await expect(window.getByText(/^The rules find no more threats/)).toBeInViewport(whole);
  await runByPalette(app, 'Show threats of this canvas');
  const panel = window.getByRole('tabpanel', { name: /Threats/ });
  await expect(panel.getByText(/^Select an element/)).toBeInViewport(whole);

  await runByPalette(app, 'Overview of this model');
  await expect(window.getByRole('heading', { name: 'No threats yet' })).toBeVisible();
  await expect(window.getByRole('heading', { name: 'Coverage' })).toBeVisible();
  await expect(window.getByRole('heading', { name: /by priority$/ })).toHaveCount(0);
});

test('long texts end with dots in the palette, and usual ones fit in the register', async ({
  start,
}) => {
  const app = await start();
  const { window } = app;
  await expect(canvas(app)).toBeVisible();
  await window.keyboard.press('Control+k');
  const palette = window.getByRole('dialog', { name: 'Search' });
  await palette.getByRole('textbox').fill('passw');
  const comment = palette.getByRole('button', { name: /^The limit per account is live/ });
  const row = await boxOf(comment);
  const list = await boxOf(palette);
  expect(row.x + row.width).toBeLessThanOrEqual(list.x + list.width);
  await window.keyboard.press('Escape');

  await window.getByRole('link', { name: 'Threat register' }).click();
  const category = window.getByText('Information disclosure', { exact: true }).first();
  await expect(category).toBeVisible();
  expect(await isCut(category)).toBe(false);
});
