import type { Locator } from '@playwright/test';
import { expect, saved, test, type App } from './app.ts';
import { answer, canvas } from './canvas.ts';
import { savedDrawings } from './saved-drawing.ts';

const element = ({ window }: App, name: string): Locator =>
  window.getByRole('group', { name }).first();
const flow = ({ window }: App, name: string | RegExp): Locator =>
  window.getByRole('group', { name });
const grip = ({ window }: App, name: string): Locator => window.getByRole('button', { name });
const inspector = ({ window }: App): Locator =>
  window.getByRole('complementary', { name: 'Inspector' });
const announcement = ({ window }: App): Locator =>
  window.getByRole('application').getByRole('status').first();

/** Returns the SVG path of the only flow on the canvas. */
const lineOf = async ({ window }: App): Promise<string> =>
  (await window.locator('.react-flow__edge path[marker-end]').getAttribute('d')) ?? '';

const middleOf = async (locator: Locator): Promise<{ x: number; y: number }> => {
  const box = await locator.boundingBox();
  if (!box) throw new Error('not on the canvas');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

const press = async ({ window }: App, from: { x: number; y: number }): Promise<void> => {
  await window.mouse.move(from.x, from.y);
  await window.mouse.down();
};

/**
 * Returns the window coordinates of a point on a flow's path. `part` is the fraction of the path's
 * length before the point. `middleOf` does not work for a horizontal path, because the path has an empty
 * bounding box.
 */
const pointOn = async (line: Locator, part: number): Promise<{ x: number; y: number }> =>
  await line
    .locator('path')
    .first()
    .evaluate((path, at) => {
      if (!(path instanceof SVGPathElement)) throw new Error('no line');
      const { x, y } = path.getPointAtLength(path.getTotalLength() * at);
      const { x: left, y: top } = new DOMPoint(x, y).matrixTransform(
        path.getScreenCTM() ?? undefined,
      );
      return { x: left, y: top };
    }, part);

const clickLine = async (app: App, line: Locator, button: 'left' | 'right'): Promise<void> => {
  const { x, y } = await pointOn(line, 0.3);
  await app.window.mouse.click(x, y, { button });
};

/** Drags the element of a locator by a distance, and drops it. */
const pull = async (app: App, locator: Locator, dx: number, dy: number): Promise<void> => {
  const from = await middleOf(locator);
  await press(app, from);
  await app.window.mouse.move(from.x + dx, from.y + dy, { steps: 6 });
  await app.window.mouse.up();
};

const add = async (app: App, name: string, x: number, y: number): Promise<void> => {
  const box = await canvas(app).boundingBox();
  await app.window.mouse.move((box?.x ?? 0) + x, (box?.y ?? 0) + y);
  await app.window.keyboard.press('p');
  await app.window.keyboard.type(name);
  await app.window.keyboard.press('Enter');
  await expect(element(app, `${name}, Process`)).toBeVisible();
};

/** Creates a canvas with three processes, and a flow from the first to the second. */
const drawFlow = async (app: App): Promise<void> => {
  await app.window.getByRole('button', { name: 'Add canvas' }).click();
  await app.window.keyboard.press('Enter');
  await expect(app.window.getByRole('heading', { name: 'Draw your system' })).toBeVisible();
  await add(app, 'Shop', 200, 150);
  await add(app, 'Bank', 620, 150);
  await add(app, 'Fraud', 620, 420);
  await element(app, 'Shop, Process').click();
  await app.window.keyboard.press('c');
  await element(app, 'Bank, Process').click();
  await expect(app.window.getByRole('textbox', { name: 'Data flow name' })).toBeFocused();
  await app.window.keyboard.press('Escape');
  await expect(flow(app, 'Data flow, from Shop to Bank')).toBeFocused();
};

/** Runs a command by its name from the palette. */
const command = async ({ window }: App, name: string): Promise<void> => {
  await window.keyboard.press('Control+k');
  const palette = window.getByRole('dialog', { name: 'Search' });
  await palette.getByRole('textbox').fill(name);
  await expect(palette.getByText(name, { exact: true })).toBeVisible();
  await window.keyboard.press('Enter');
  await expect(palette).toBeHidden();
};

test('a flow is bent, labeled, and reconnected with the mouse, and is the same after a crash', async ({
  start,
}) => {
  const app = await start();
  const { keyboard, mouse } = app.window;
  await expect(canvas(app)).toBeVisible();
  await drawFlow(app);
  await keyboard.press('Enter');
  await keyboard.type('Orders');
  await keyboard.press('Enter');
  const straight = await lineOf(app);

  await test.step('a grip is dragged into a bend, and Esc cancels the drag', async () => {
    await press(app, await middleOf(grip(app, 'Add bend').first()));
    await mouse.move(400, 420, { steps: 5 });
    await expect.poll(() => lineOf(app)).not.toBe(straight);
    await keyboard.press('Escape');
    await mouse.up();
    await expect.poll(() => lineOf(app)).toBe(straight);
    await pull(app, grip(app, 'Add bend').first(), 0, 300);
    await expect(grip(app, 'Bend 1 of 1')).toBeVisible();
  });
  const bent = await lineOf(app);

  await test.step('a flow is drawn and selected where only its bend is in view', async () => {
    await canvas(app).click({ position: { x: 400, y: 8 } });
    await expect(grip(app, 'Bend 1 of 1')).toBeHidden();
    await mouse.wheel(0, 260);
    await expect(element(app, 'Shop, Process')).toBeHidden();
    await expect(element(app, 'Bank, Process')).toBeHidden();
    await expect.poll(() => lineOf(app)).toBe(bent);
    const { x, y } = await pointOn(flow(app, /Orders/), 0.5);
    await mouse.click(x, y);
    await expect(grip(app, 'Bend 1 of 1')).toBeVisible();
    await mouse.wheel(0, -260);
    await expect(element(app, 'Shop, Process')).toBeVisible();
    await expect(flow(app, /Orders/)).toHaveCount(1);
  });

  await test.step('the menu makes the flow stepped', async () => {
    await clickLine(app, flow(app, /Orders/), 'right');
    await app.window.getByRole('menuitem', { name: 'Flow shape' }).hover();
    await app.window.getByRole('menuitem', { name: 'Stepped' }).click();
    await expect.poll(() => lineOf(app)).toMatch(/^M\S+ L\S+ Q/);
  });

  await test.step('the label is dragged along the line', async () => {
    const label = app.window.locator('[data-flow-part]').getByText('Orders');
    const before = await middleOf(label);
    await pull(app, label, -70, 0);
    await expect.poll(async () => (await middleOf(label)).x).toBeLessThan(before.x - 20);
  });

  await test.step('the end is dragged to another element, canceled once and done once', async () => {
    const fraud = await middleOf(element(app, 'Fraud, Process'));
    await press(app, await middleOf(grip(app, 'Target: Bank')));
    await mouse.move(fraud.x, fraud.y, { steps: 6 });
    await expect(announcement(app)).toHaveText('Flow to Fraud');
    await keyboard.press('Escape');
    await mouse.up();
    await expect(flow(app, /from Shop to Bank/)).toBeAttached();
    await press(app, await middleOf(grip(app, 'Target: Bank')));
    await mouse.move(fraud.x, fraud.y, { steps: 6 });
    await mouse.up();
    await expect(flow(app, 'Data flow Orders, from Shop to Fraud')).toBeAttached();
  });

  await test.step('a flow keeps its shape when both its ends move', async () => {
    const drawn = await lineOf(app);
    await element(app, 'Shop, Process').click();
    await element(app, 'Fraud, Process').click({ modifiers: ['Shift'] });
    await keyboard.press('ArrowDown');
    await expect.poll(() => lineOf(app)).toBe(lowered(drawn, 10));
  });

  await saved(app);
  const last = await lineOf(app);
  await app.kill();
  const later = await start();
  await expect(flow(later, 'Data flow Orders, from Shop to Fraud')).toBeAttached();
  await expect.poll(() => lineOf(later)).toBe(last);

  await test.step('each gesture is one undo step', async () => {
    await canvas(later).click({ position: { x: 400, y: 8 } });
    for (let step = 0; step < 4; step += 1) await later.window.keyboard.press('Control+z');
    await expect.poll(() => lineOf(later)).toBe(bent);
    await later.window.keyboard.press('Control+z');
    await expect.poll(() => lineOf(later)).toBe(straight);
  });
});

/** Returns an SVG path that is moved down by a number of pixels. */
const lowered = (path: string, by: number): string =>
  path.replaceAll(
    /,(-?[\d.]+)/g,
    (_point, y: string) => `,${Math.round((Number(y) + by) * 10) / 10}`,
  );

test('the line of a flow is edited with the keyboard alone', async ({ start, profile }) => {
  const app = await start();
  const { keyboard } = app.window;
  await expect(canvas(app)).toBeVisible();
  await drawFlow(app);
  const straight = await lineOf(app);

  await test.step('a bend is added, moved, and removed', async () => {
    await command(app, 'Line and label: Add bend');
    await expect(grip(app, 'Bend 1 of 1')).toBeFocused();
    await keyboard.press('ArrowDown');
    await keyboard.press('ArrowDown');
    await expect(announcement(app)).toHaveText(/^Moved bend 1 to \d+, \d+$/);
    const bent = await lineOf(app);
    expect(bent).not.toBe(straight);
    await keyboard.press('Delete');
    await expect.poll(() => lineOf(app)).toBe(straight);
    await expect(flow(app, /from Shop to Bank/)).toBeFocused();
    await keyboard.press('Control+z');
    await expect.poll(() => lineOf(app)).toBe(bent);
  });

  await test.step('arrow keys move between grips, and Enter on an end chooses another element', async () => {
    await flow(app, /from Shop to Bank/).focus();
    await keyboard.press('ArrowRight');
    await expect(grip(app, 'Source: Shop')).toBeFocused();
    await keyboard.press('Tab');
    await keyboard.press('Tab');
    await expect(grip(app, 'Bend 1 of 1')).toBeFocused();
    await keyboard.press('Tab');
    await keyboard.press('Tab');
    await expect(grip(app, 'Target: Bank')).toBeFocused();
    await keyboard.press('Enter');
    await keyboard.press('ArrowDown');
    await expect(announcement(app)).toHaveText('Flow to Fraud');
    await keyboard.press('Enter');
    await expect(flow(app, /from Shop to Fraud/)).toBeFocused();
  });

  await test.step('the flow is reversed, made bidirectional, straight, and without bends', async () => {
    await command(app, 'Flow direction: Reverse');
    await expect(flow(app, /from Fraud to Shop/)).toBeAttached();
    await command(app, 'Flow direction: Two-way');
    await expect(flow(app, /between Fraud and Shop/)).toBeAttached();
    await command(app, 'Flow shape: Straight');
    await expect.poll(() => lineOf(app)).toMatch(/^M\S+ L\S+ L\S+$/);
    await command(app, 'Line and label: Remove all bends');
    await expect.poll(() => lineOf(app)).toMatch(/^M\S+ L\S+$/);
  });

  await test.step('the label is moved along the line', async () => {
    await keyboard.press('F2');
    await keyboard.type('Scores');
    await keyboard.press('Enter');
    await command(app, 'Line and label: Move label');
    await expect(grip(app, 'Label position')).toBeFocused();
    await keyboard.press('ArrowRight');
    await expect(announcement(app)).toHaveText('Label at 55% of the line');
    await keyboard.press('Delete');
    await keyboard.press('ArrowLeft');
    await expect(announcement(app)).toHaveText('Label at 45% of the line');
    await keyboard.press('Escape');
    await expect(flow(app, /Scores, between/)).toBeFocused();
  });

  await test.step('a flow leads from an element to itself', async () => {
    await element(app, 'Bank, Process').click();
    await command(app, 'Add self-loop');
    await expect(flow(app, 'Data flow, from Bank to Bank')).toBeAttached();
  });

  await test.step('several flows lead between the same two elements, side by side', async () => {
    for (const label of ['Login', 'Logout']) {
      await element(app, 'Shop, Process').click();
      await keyboard.press('c');
      await element(app, 'Bank, Process').click();
      await keyboard.press('Enter');
      await keyboard.type(label);
      await keyboard.press('Enter');
      await expect(flow(app, `Data flow ${label}, from Shop to Bank`)).toBeFocused();
    }
    const [login, logout] = await Promise.all(
      ['Login', 'Logout'].map(
        async (label) => await pointOn(flow(app, new RegExp(`${label}, from Shop`)), 0.5),
      ),
    );
    expect(Math.abs((login?.y ?? 0) - (logout?.y ?? 0))).toBeGreaterThan(10);
  });

  await saved(app);
  expect(savedDrawings(profile, 'Web shop')['Canvas 2']?.flows).toEqual([
    'Fraud -> Shop Scores',
    'Bank -> Bank',
    'Shop -> Bank Login',
    'Shop -> Bank Logout',
  ]);
});

test('properties of flows are shown on their lines, and edited for several at once', async ({
  start,
}) => {
  const app = await start();
  const { keyboard } = app.window;
  await expect(canvas(app)).toBeVisible();
  await drawFlow(app);

  const data = inspector(app).getByRole('combobox', { name: 'Data classification' });
  await data.click();
  await inspector(app).getByRole('option', { name: 'Restricted' }).click();
  await inspector(app).getByRole('combobox', { name: 'Protocol' }).fill('gRPC');
  await keyboard.press('Enter');
  await answer(app, 'Encrypted', 'Yes');
  await answer(app, 'Authenticated', 'Yes');
  await inspector(app).getByText('Appearance').click();
  await inspector(app).getByRole('radio', { name: 'Red' }).check({ force: true });
  const described =
    'Data flow, from Shop to Bank, gRPC, encrypted, authenticated, data: Restricted';
  await expect(flow(app, described)).toBeAttached();
  const chip = app.window.locator('[data-flow-part]').filter({ hasText: 'Restricted' });
  await expect(chip).toContainText('gRPC');
  await expect(chip.locator('svg')).toHaveCount(2);

  await element(app, 'Bank, Process').click();
  await keyboard.press('c');
  await element(app, 'Fraud, Process').click();
  await expect(flow(app, 'Data flow, from Bank to Fraud')).toBeAttached();
  await keyboard.down('Shift');
  await clickLine(app, flow(app, /from Shop to Bank/), 'left');
  await keyboard.up('Shift');
  const both = inspector(app).getByRole('region', { name: '2 data flows' });
  await expect(both.getByRole('combobox', { name: 'Protocol' })).toHaveAttribute(
    'placeholder',
    'Mixed',
  );
  await both.getByText('Stepped').click();
  await both.getByRole('combobox', { name: 'Protocol' }).fill('HTTPS');
  await keyboard.press('Enter');
  await expect(flow(app, /^Data flow, from Bank to Fraud, HTTPS$/)).toBeAttached();
  await expect(flow(app, /^Data flow, from Shop to Bank, HTTPS, encrypted/)).toBeAttached();

  await saved(app);
  await app.kill();
  const later = await start();
  await expect(flow(later, /^Data flow, from Bank to Fraud, HTTPS$/)).toBeAttached();
  await expect(later.window.locator('path[marker-end][data-color="red"]')).toHaveCount(1);
});
