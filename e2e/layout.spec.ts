import type { Locator } from '@playwright/test';
import { expect, test, type App } from './app.ts';
import { canvas, node } from './canvas.ts';
import { runByPalette } from './exports.ts';
import { addModel } from './sync.ts';

/** Gives the window a size, and waits until the page has this size. */
const resize = async (
  { application, window }: App,
  width: number,
  height: number,
): Promise<void> => {
  const factor = await application.evaluate(
    ({ BrowserWindow }, [w, h]) => {
      const [first] = BrowserWindow.getAllWindows();
      first?.setContentSize(w, h);
      return first?.webContents.getZoomFactor() ?? 1;
    },
    [width, height] as const,
  );
  const size = (): [number, number] => [innerWidth, innerHeight];
  await expect.poll(() => window.evaluate(size)).toEqual([width / factor, height / factor]);
};

const boxOf = async (part: Locator) => {
  await expect(part).toBeVisible();
  const box = await part.boundingBox();
  if (!box) throw new Error('not on the screen');
  return box;
};

const zoom = async ({ application }: App, factor: number): Promise<void> =>
  await application.evaluate(
    ({ BrowserWindow }, to) => BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(to),
    factor,
  );

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

test('the filters of the register fit, on its page and below the canvas', async ({ start }) => {
  const app = await start();
  const { window } = app;
  const views = window.getByRole('button', { name: 'Views' });
  const grouping = window.getByRole('combobox', { name: 'Group by' });
  await expect(canvas(app)).toBeVisible();
  await resize(app, 1440, 900);

  await test.step('below the canvas, in one menu', async () => {
    await runByPalette(app, 'Show threats of this canvas');
    const panel = window.getByRole('tabpanel', { name: /Threats/ });
    const search = panel.getByRole('searchbox');
    expect((await boxOf(views)).y).toBe((await boxOf(search)).y);
    const close = window.getByRole('button', { name: 'Close bottom panel' });
    expect((await boxOf(views)).x).toBeLessThan((await boxOf(close)).x);

    await panel.getByRole('button', { name: 'Filters' }).press('Enter');
    await window.getByRole('menuitem', { name: 'Priority' }).press('ArrowRight');
    await expect(window.getByRole('menuitemcheckbox', { name: 'Critical' })).toBeFocused();
    await window.keyboard.press('Enter');
    await expect(panel.getByRole('status')).toHaveText('4 of 24 threats');
    await window.keyboard.press('ArrowLeft');
    await window.keyboard.press('Escape');
    await expect(panel.getByRole('button', { name: 'Filters (1)' })).toBeVisible();
    await panel.getByRole('button', { name: 'Clear filters' }).click();
    await expect(panel.getByRole('status')).toHaveText('24 threats');
  });

  await test.step('on its page, in one row', async () => {
    await window.getByRole('link', { name: 'Threat register' }).click();
    await expect(window.getByRole('button', { name: 'Mine' })).toBeVisible();
    expect((await boxOf(views)).y).toBe((await boxOf(grouping)).y);
    expect((await boxOf(views)).y).toBe((await boxOf(window.getByRole('searchbox'))).y);
  });
});

test('at twice the size, names can be read and nothing covers anything else', async ({ start }) => {
  const app = await start();
  const { window } = app;
  const name = 'Customer identity and access platform';
  await addModel(app, name);
  await resize(app, 800, 600);
  await zoom(app, 2);
  await expect.poll(() => window.evaluate(() => innerWidth)).toBe(400);
  const switcher = await boxOf(window.getByRole('button', { name: /^Connection: / }));
  const search = await boxOf(window.getByRole('button', { name: /^Search/ }));
  expect(search.x).toBeGreaterThanOrEqual(switcher.x + switcher.width);

  await window.locator('[data-sync-indicator]').click();
  const panel = await boxOf(window.getByRole('dialog', { name: 'Sync' }));
  expect(panel.x).toBeGreaterThanOrEqual(0);
  expect(panel.x + panel.width).toBeLessThanOrEqual(400);
  await window.keyboard.press('Escape');

  const sidebar = window.getByRole('button', { name: /sidebar/ });
  await sidebar.click();
  await window.getByRole('link', { name: 'Home' }).click();
  await sidebar.click();
  const link = window.getByRole('row').getByRole('link', { name });
  const cell = link.locator('xpath=..');
  await expect(link).toBeVisible();
  await expect.poll(() => isCut(cell)).toBe(false);
  expect((await boxOf(cell)).width).toBeGreaterThan(140);
});

test('the zoom bar covers no part of the hint on an empty canvas, however low it is', async ({
  start,
}) => {
  const app = await start();
  const { window } = app;
  await addModel(app, 'New');
  const hint = window.getByRole('heading', { name: 'Draw your system' }).locator('xpath=..');
  // Finds the toolbar by its attributes, because `getByRole` does not find it while it is hidden.
  const tools = window.locator('[role=toolbar][aria-label=Zoom]');
  const fits = async (): Promise<boolean> => {
    const [around, inside, below] = [
      await boxOf(canvas(app)),
      await boxOf(hint),
      await tools.boundingBox(),
    ];
    const end = below?.y ?? around.y + around.height;
    return inside.y >= around.y && inside.y + inside.height <= end;
  };
  await resize(app, 800, 600);
  await expect.poll(fits).toBe(true);
  await runByPalette(app, 'Show threats of this canvas');
  await expect(window.getByRole('tabpanel', { name: /Threats/ })).toBeVisible();
  await expect.poll(fits).toBe(true);
  await zoom(app, 2);
  await expect.poll(() => window.evaluate(() => innerWidth)).toBe(400);
  await expect.poll(fits).toBe(true);
});

test('a context menu shows all entries if the window is high enough', async ({ start }) => {
  const app = await start();
  await resize(app, 1440, 900);
  const position = { x: 30, y: 20 };
  await node(app, 'Web app, Process').click({ button: 'right', position });
  const menu = app.window.getByRole('menu');
  await expect(menu.getByRole('menuitem', { name: /^Delete/ })).toBeInViewport({ ratio: 1 });
  expect(await menu.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(
    0,
  );
});

test('the tabs of the bottom panel stay in one row', async ({ start }) => {
  const app = await start();
  await expect(canvas(app)).toBeVisible();
  await runByPalette(app, 'Show checks');
  await resize(app, 800, 600);
  await zoom(app, 2);
  await expect.poll(() => app.window.evaluate(() => innerWidth)).toBe(400);
  const tab = (name: RegExp) => app.window.getByRole('tab', { name });
  await expect
    .poll(async () => (await boxOf(tab(/^Version history/))).y)
    .toBe((await boxOf(tab(/^Checks/))).y);
});

test('in a small window, the filters of the register are two full rows', async ({ start }) => {
  const app = await start();
  const { window } = app;
  await expect(canvas(app)).toBeVisible();
  await resize(app, 800, 600);
  await runByPalette(app, 'Threat register');
  const search = await boxOf(window.getByRole('searchbox'));
  expect(search.width).toBeGreaterThanOrEqual(140);
  const second = await boxOf(window.getByRole('combobox', { name: 'Group by' }));
  expect(second.y).toBeGreaterThan(search.y);
  expect((await boxOf(window.getByRole('button', { name: 'Views' }))).y).toBe(second.y);
});

test('a message covers no part of a dialog', async ({ start }) => {
  const app = await start();
  const { window } = app;
  await resize(app, 800, 600);
  await node(app, 'Web app, Process').click({ position: { x: 6, y: 6 } });
  await window.keyboard.press('Delete');
  const message = window.getByRole('alert').filter({ hasText: /^Deleted/ });
  // The message stays while the pointer is on it.
  await message.hover();
  await window.keyboard.press('Control+,');
  const dialog = window.getByRole('dialog', { name: 'Settings' });
  const isBelow = async (): Promise<boolean> => {
    const { y, height } = await boxOf(dialog);
    return (await boxOf(message)).y >= y + height;
  };
  await expect.poll(isBelow).toBe(true);
  await expect(dialog.getByRole('heading', { name: 'Settings' })).toBeInViewport({ ratio: 1 });
  expect((await boxOf(dialog)).height).toBeGreaterThan(360);
});

test('a selected element stays in view when the window shrinks', async ({ start }) => {
  const app = await start();
  const provider = node(app, 'Payment provider, External entity');
  await provider.click({ position: { x: 6, y: 6 } });
  for (const [width, height] of [
    [1024, 700],
    [800, 600],
  ] as const) {
    await resize(app, width, height);
    await expect(async () => {
      const [pane, box] = [await boxOf(canvas(app)), await boxOf(provider)];
      expect(pane.width).toBeLessThan(width);
      expect(box.x).toBeGreaterThanOrEqual(pane.x);
      expect(box.y).toBeGreaterThanOrEqual(pane.y);
      expect(box.x + box.width).toBeLessThanOrEqual(pane.x + pane.width);
      expect(box.y + box.height).toBeLessThanOrEqual(pane.y + pane.height);
    }).toPass();
  }
});

test('a drawing that nobody moved is shown whole in a smaller window, even after a panel was closed', async ({
  start,
}) => {
  const app = await start();
  const { window } = app;
  const isWhole = async (): Promise<void> => {
    const pane = await boxOf(canvas(app));
    for (const element of await window.locator('.react-flow__node').all()) {
      const box = await boxOf(element);
      expect(box.x).toBeGreaterThanOrEqual(pane.x);
      expect(box.x + box.width).toBeLessThanOrEqual(pane.x + pane.width);
    }
  };
  await expect(node(app, 'Payment provider, External entity')).toBeVisible();
  await resize(app, 1440, 900);
  await window.getByRole('button', { name: 'Inspector' }).click();
  await expect(isWhole).toPass();
  await window.getByRole('link', { name: 'Home' }).first().click();
  await resize(app, 1200, 800);
  await window.getByRole('treeitem', { name: /^Web shop/ }).click();
  await expect(node(app, 'Payment provider, External entity')).toBeVisible();
  await expect(isWhole).toPass();
});
