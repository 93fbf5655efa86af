import type { Locator } from '@playwright/test';
import { expect, saved, test, type App } from './app.ts';
import { canvas, processNamed } from './canvas.ts';

const positionOf = async (element: Locator): Promise<{ x: number; y: number }> => {
  const box = await element.boundingBox();
  return { x: Math.round(box?.x ?? 0), y: Math.round(box?.y ?? 0) };
};

const row = ({ window }: App, name: string | RegExp): Locator =>
  window.getByRole('tree', { name: 'Canvas elements' }).getByRole('treeitem', { name });

const middleOf = async (element: Locator): Promise<{ x: number; y: number }> => {
  const box = await element.boundingBox();
  if (!box) throw new Error('not in the window');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

/** Pans, and waits until the element has moved by `dx` and `dy` and stopped. */
const panned = async (element: Locator, pan: () => Promise<void>, dx: number, dy: number) => {
  const before = await positionOf(element);
  await pan();
  await expect(async () => {
    const after = await positionOf(element);
    expect(Math.abs(after.x - before.x - dx)).toBeLessThan(12);
    expect(Math.abs(after.y - before.y - dy)).toBeLessThan(12);
  }).toPass();
};

/** Takes a screenshot of the canvas beside the palette, where the sample has no elements. */
const emptyCorner = async (app: App): Promise<Buffer> => {
  const { x = 0, y = 0 } = (await canvas(app).boundingBox()) ?? {};
  return await app.window.screenshot({ clip: { x: x + 100, y: y + 20, width: 300, height: 100 } });
};

test('the viewport is moved and zoomed by wheel, Space, middle button, and keys', async ({
  start,
}) => {
  const app = await start();
  const { mouse, keyboard } = app.window;
  const webApp = processNamed(app, 'Web app');
  const shop = processNamed(app, 'API');
  await expect(webApp).toBeVisible();

  const at = await middleOf(webApp);
  await mouse.move(at.x, at.y);
  await panned(shop, () => mouse.wheel(0, 60), 0, -60);
  const drag = async (): Promise<void> => {
    await mouse.move(at.x + 40, at.y + 30, { steps: 4 });
  };

  await test.step('with Space held, dragging an element pans the viewport', async () => {
    await mouse.move(at.x, at.y);
    await keyboard.down('Space');
    await mouse.down();
    await panned(shop, drag, 40, 30);
    await mouse.up();
    await keyboard.up('Space');
    await expect(app.window.getByRole('complementary', { name: 'Inspector' })).toContainText(
      'This canvas',
    );
  });
  await test.step('the middle button pans the viewport', async () => {
    await mouse.move(at.x, at.y);
    await mouse.down({ button: 'middle' });
    await panned(shop, drag, 40, 30);
    await mouse.up({ button: 'middle' });
  });

  await canvas(app).focus();
  await panned(shop, () => keyboard.press('Shift+ArrowRight'), -60, 0);

  await test.step('zooms by Ctrl and wheel, to the selection, and to 100%', async () => {
    const width = async (): Promise<number> => (await shop.boundingBox())?.width ?? 0;
    const before = await width();
    await keyboard.down('Control');
    await mouse.wheel(0, 200);
    await keyboard.up('Control');
    await expect.poll(width).toBeLessThan(before);
    await shop.click();
    await keyboard.press('Shift+Digit2');
    await expect
      .poll(async () => (await middleOf(shop)).x)
      .toBeCloseTo((await middleOf(canvas(app))).x, -1);
    await keyboard.press('Shift+Digit0');
    await expect(app.window.getByRole('toolbar', { name: 'Zoom' })).toHaveText(/^100%/);
  });

  await test.step('the grid is hidden, and stays hidden', async () => {
    const dots = app.window.locator('[data-grid]');
    await keyboard.press('Control+0');
    await expect(app.window.getByRole('toolbar', { name: 'Zoom' })).not.toHaveText(/^100%/);
    await expect(dots).toBeVisible();
    const dotted = await emptyCorner(app);
    await keyboard.press("Control+'");
    await expect(dots).toBeHidden();
    expect((await emptyCorner(app)).equals(dotted)).toBe(false);
    await saved(app);
    await app.application.close();
    const later = await start();
    await expect(canvas(later)).toBeVisible();
    await expect(later.window.locator('[data-grid]')).toBeHidden();
  });
});

test('search moves to a result, and Back returns to the previous position', async ({ start }) => {
  const app = await start();
  const { keyboard } = app.window;
  await expect(processNamed(app, 'Web app')).toBeVisible();
  await processNamed(app, 'Web app').click();
  await keyboard.press('Shift+Digit2');
  const before = await positionOf(processNamed(app, 'Web app'));

  await keyboard.press('Control+f');
  const field = app.window.getByRole('textbox', { name: 'Find on canvas' });
  await expect(field).toBeFocused();
  await keyboard.type('data store');
  const count = app.window.getByRole('search').getByRole('status');
  await expect(count).toContainText('1 of 2');
  await keyboard.press('F3');
  await expect(count).toContainText('2 of 2');
  await expect(count).toContainText('Shop database');
  await keyboard.press('Shift+Enter');
  await expect(count).toContainText('1 of 2');
  await keyboard.press('Enter');
  await keyboard.press('Escape');
  const found = app.window.getByRole('group', { name: /^Shop database, Data store/ });
  await expect(found).toBeFocused();
  await expect(app.window.getByRole('complementary', { name: 'Inspector' })).toContainText(
    'Shop database',
  );

  await keyboard.press('Control+[');
  await expect.poll(() => positionOf(processNamed(app, 'Web app'))).toEqual(before);
  await keyboard.press('Alt+ArrowRight');
  await expect.poll(() => positionOf(processNamed(app, 'Web app'))).not.toEqual(before);

  await test.step('Back returns to another canvas too', async () => {
    await app.window.getByRole('button', { name: 'Add canvas' }).click();
    await keyboard.press('Enter');
    await expect(app.window.getByRole('heading', { name: 'Draw your system' })).toBeVisible();
    await canvas(app).focus();
    await keyboard.press('Control+[');
    await expect(processNamed(app, 'Web app')).toBeAttached();
  });

  await keyboard.press('Control+p');
  await app.window.getByRole('textbox', { name: 'Go to element' }).fill('webhooks');
  await keyboard.press('Enter');
  await expect(app.window.getByRole('group', { name: /^Data flow Webhooks/ })).toBeFocused();

  await test.step('a canceled search does not move the focus', async () => {
    const inspector = app.window.getByRole('complementary', { name: 'Inspector' });
    await expect(inspector).toContainText('Webhooks');
    await keyboard.press('Control+p');
    await expect(app.window.getByRole('textbox', { name: 'Go to element' })).toBeFocused();
    await keyboard.press('Escape');
    await expect(app.window.getByRole('group', { name: /^Data flow Webhooks/ })).toBeFocused();
    await keyboard.press('Shift+F10');
    await expect(app.window.getByRole('menuitem', { name: 'Rename' })).toBeFocused();
    await keyboard.press('Escape');
    await expect(app.window.getByRole('group', { name: /^Data flow Webhooks/ })).toBeFocused();
  });

  await test.step('the minimap moves to the pressed point, and everything is fitted again', async () => {
    await keyboard.press('Control+0');
    const webApp = processNamed(app, 'Web app');
    await expect(webApp).toBeInViewport({ ratio: 0.99 });
    const fitted = await positionOf(webApp);
    const map = app.window.getByRole('img', { name: 'Minimap' });
    const toggle = app.window.getByRole('button', { name: 'Minimap' });
    await expect(map).toBeHidden();
    await expect(toggle).toBeDisabled();
    await expect(toggle).toHaveAttribute('aria-pressed', 'false');
    for (let time = 0; time < 3; time += 1) await keyboard.press('Control+=');
    await expect(toggle).toHaveAttribute('aria-pressed', 'true');
    await map.click({ position: { x: 8, y: 8 } });
    await expect.poll(async () => (await positionOf(webApp)).x).toBeGreaterThan(fitted.x + 100);
    await keyboard.press('Control+0');
    await expect.poll(() => positionOf(webApp)).toEqual(fitted);
  });
});

test('a flow lists its crossings, and a boundary the flows that cross it', async ({ start }) => {
  const app = await start();
  await expect(
    app.window.getByRole('group', {
      name: /Webhooks.*crosses Third party, Cloud account,? and Private network/,
    }),
  ).toBeAttached();
  await app.window.keyboard.press('Control+p');
  await app.window.getByRole('textbox', { name: 'Go to element' }).fill('webhooks');
  await app.window.keyboard.press('Enter');
  const inspector = app.window.getByRole('complementary', { name: 'Inspector' });
  await inspector.getByRole('button', { name: 'Cloud account' }).click();
  await expect(inspector.getByRole('list', { name: 'Inbound' })).toContainText(
    'Webhooks (Payment provider to API)',
  );
  await expect(inspector.getByRole('list', { name: 'Outbound' })).toContainText('Charges');
});

test('problems are found, shown, and fixed', async ({ start }) => {
  const app = await start();
  const { keyboard } = app.window;
  await expect(canvas(app)).toBeVisible();
  await keyboard.press('Control+Shift+M');
  const problems = app.window.getByRole('tabpanel', { name: /Checks/ });
  await expect(problems).toContainText('No problems');
  await canvas(app).click({ position: { x: 400, y: 8 } });
  await keyboard.press('d');
  await keyboard.type('Archive');
  await keyboard.press('Enter');
  await expect(problems.getByRole('treeitem', { name: /^Drawing 2/ })).toBeVisible();

  await problems.getByRole('button', { name: 'Connect to… Archive' }).click();
  await keyboard.type('Web app');
  await keyboard.press('Enter');
  await problems.getByRole('button', { name: /^Add name/ }).click();
  await keyboard.type('Old orders');
  await keyboard.press('Enter');
  await problems.getByRole('button', { name: /^Move into boundary… Archive/ }).click();
  await keyboard.type('Private');
  await keyboard.press('Enter');
  await expect(problems).toContainText('No problems');

  await test.step('missing and duplicate names are listed, and lead to the elements', async () => {
    const name = app.window.getByRole('textbox', { name: / name$/ });
    await canvas(app).click({ position: { x: 400, y: 8 } });
    await keyboard.press('b');
    await keyboard.type(' ');
    await keyboard.press('Enter');
    await canvas(app).click({ position: { x: 400, y: 8 } });
    await problems
      .getByRole('button', { name: /^Show [Uu]nnamed/ })
      .first()
      .click();
    await expect(app.window.getByRole('group', { name: /^unnamed, Trust boundary/ })).toBeFocused();
    await problems.getByRole('button', { name: /^Add name/ }).click();
    await expect(name).toBeFocused();
    await keyboard.type('Third party');
    await keyboard.press('Enter');
    await expect(problems).toContainText('Duplicate name');
    await problems
      .getByRole('button', { name: /^Rename/ })
      .last()
      .click();
    await expect(name).toBeFocused();
    await keyboard.type('Annex');
    await keyboard.press('Enter');
    await expect(problems).not.toContainText('Duplicate name');
    await expect(problems).toContainText('Empty trust boundary');
    await keyboard.press('Delete');
    await expect(canvas(app).getByRole('status')).toHaveText('Deleted 1 element');
    await expect(problems).toContainText('No problems');
  });

  await saved(app);
  await app.kill();
  const later = await start();
  await expect(canvas(later)).toBeVisible();
  await later.window.keyboard.press('Control+Shift+O');
  await expect(row(later, /^Archive, Data store/)).toHaveAttribute('aria-level', '3');
  await expect(row(later, /^Data flow Old orders, from Archive to Web app/)).toHaveAttribute(
    'aria-level',
    '4',
  );
});

test('elements are dragged into boundaries in the outline', async ({ start }) => {
  const app = await start();
  await expect(canvas(app)).toBeVisible();
  await app.window.keyboard.press('Control+Shift+O');
  await expect(row(app, /^Browser, External entity/)).toHaveAttribute('aria-level', '1');
  await row(app, /^Browser, External entity/).dragTo(row(app, /^Third party, Trust boundary/));
  await expect(row(app, /^Browser, External entity/)).toHaveAttribute('aria-level', '2');
  await saved(app);
  await app.kill();
  const later = await start();
  await expect(row(later, /^Browser, External entity/)).toHaveAttribute('aria-level', '2');
  await later.window.keyboard.press('Control+Shift+O');
  await canvas(later).focus();
  await later.window.keyboard.press('Control+z');
  await later.window.keyboard.press('Control+Shift+O');
  await expect(row(later, /^Browser, External entity/)).toHaveAttribute('aria-level', '1');
});
