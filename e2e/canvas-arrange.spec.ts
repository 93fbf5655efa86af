import { expect, saved, test, type App } from './app.ts';
import { add, boxOf, canvas, drag, node, openEmptyCanvas, type Box } from './canvas.ts';
import { savedDrawings } from './saved-drawing.ts';

const inspector = ({ window }: App) => window.getByRole('complementary', { name: 'Inspector' });
const announcement = ({ window }: App) => window.getByRole('application').getByRole('status');

const boxesOf = async (app: App, names: readonly string[]): Promise<Box[]> =>
  await Promise.all(names.map(async (name) => await boxOf(app, name)));

/** Clicks an empty part of the canvas. */
const deselect = async (app: App): Promise<void> =>
  await canvas(app).click({ position: { x: 500, y: 8 } });

const runByPalette = async ({ window }: App, command: string): Promise<void> => {
  await window.keyboard.press('Control+k');
  await window.getByRole('dialog', { name: 'Search' }).getByRole('textbox').fill(command);
  await window
    .getByRole('option', { name: command })
    .or(window.getByText(command, { exact: true }))
    .first()
    .click();
};

/** Draws a selection box from one corner to the opposite one. */
const marquee = async (
  { window }: App,
  from: { x: number; y: number },
  to: { x: number; y: number },
): Promise<void> => {
  await window.mouse.move(from.x, from.y);
  await window.mouse.down();
  await window.mouse.move(to.x, to.y, { steps: 6 });
  await window.mouse.up();
};

/** Presses the pointer 18 px inside an element's corner and moves it 2 px, which starts a drag. */
const grasp = async ({ window }: App, { x, y }: Box): Promise<void> => {
  await window.mouse.move(x + 18, y + 18);
  await window.mouse.down();
  await window.mouse.move(x + 20, y + 20);
};

const three = ['One, Process', 'Two, Data store', 'Three, External entity'];

const drawThree = async (app: App): Promise<void> => {
  await expect(canvas(app)).toBeVisible();
  await openEmptyCanvas(app);
  // On an empty canvas, the first-steps card covers the center, but does not prevent adding an element
  // there.
  await add(app, 'p', 'One', 430, 390);
  await add(app, 'd', 'Two', 220, 150);
  await add(app, 'e', 'Three', 640, 480);
};

test('several elements are aligned, distributed, and resized to the same size, also after a restart', async ({
  start,
}) => {
  const app = await start();
  await drawThree(app);
  const before = await boxesOf(app, three);
  const [one, two, last] = before;
  if (!one || !two || !last) throw new Error('Not all were drawn');

  // A selection box that is drawn to the right selects the elements inside it. A box that is drawn to
  // the left selects all elements that it touches.
  const corner = { x: two.x - 20, y: two.y - 20 };
  const across = { x: last.x + 20, y: last.y + last.height + 20 };
  await marquee(app, corner, across);
  await expect(node(app, 'One, Process')).toHaveClass(/selected/);
  await expect(node(app, 'Three, External entity')).not.toHaveClass(/selected/);
  await marquee(app, across, corner);
  await expect(inspector(app).getByRole('heading', { name: '3 elements selected' })).toBeVisible();
  await expect(inspector(app).getByRole('list', { name: 'Selection' })).toContainText(
    'Data store: 1',
  );

  await inspector(app).getByRole('button', { name: 'Arrange: Align left' }).click();
  await expect(announcement(app)).toHaveText('Aligned 2 elements');
  const aligned = await boxesOf(app, three);
  expect(aligned.map(({ x }) => x)).toEqual([two.x, two.x, two.x]);
  expect(aligned.map(({ y }) => y)).toEqual(before.map(({ y }) => y));

  await node(app, 'One, Process').focus();
  await app.window.keyboard.press('Alt+Shift+V');
  await expect(announcement(app)).toHaveText('Distributed 1 element');
  const spread = await boxesOf(app, three);
  const [first, middle, end] = spread.toSorted((a, b) => a.y - b.y);
  const above = (middle?.y ?? 0) - (first?.y ?? 0) - (first?.height ?? 0);
  const below = (end?.y ?? 0) - (middle?.y ?? 0) - (middle?.height ?? 0);
  expect(Math.abs(above - below)).toBeLessThanOrEqual(1);

  await inspector(app).getByRole('button', { name: 'Arrange: Match size' }).click();
  const same = await boxesOf(app, three);
  expect(new Set(same.map(({ width, height }) => `${width} × ${height}`)).size).toBe(1);

  await node(app, 'One, Process').focus();
  await app.window.keyboard.press('Control+z');
  await expect.poll(async () => await boxesOf(app, three)).toEqual(spread);
  await app.window.keyboard.press('Control+Shift+z');
  await expect.poll(async () => await boxesOf(app, three)).toEqual(same);
  await saved(app);
  await app.kill();

  const later = await start();
  await expect(node(later, 'One, Process')).toBeVisible();
  const restored = await boxesOf(later, three);
  const apart = (boxes: Box[]) =>
    boxes.map(({ x, y, ...size }) => ({
      x: x - (boxes[0]?.x ?? 0),
      y: y - (boxes[0]?.y ?? 0),
      ...size,
    }));
  expect(apart(restored)).toEqual(apart(same));
});

test('a dragged element snaps to others, and moves by arrow keys are one undo step', async ({
  start,
}) => {
  const app = await start();
  await drawThree(app);
  const { mouse, keyboard } = app.window;
  const guides = app.window.locator('[data-snap-hints] path');
  const one = await boxOf(app, 'One, Process');

  /** Drags the data store to the x coordinate `left`, and returns its final x coordinate. */
  const dragTo = async (left: number, heldKey?: 'Alt'): Promise<number> => {
    const now = await boxOf(app, 'Two, Data store');
    await grasp(app, now);
    if (heldKey) await keyboard.down(heldKey);
    await mouse.move(left + 20, now.y + 60, { steps: 6 });
    await expect(guides).toHaveCount(heldKey ? 0 : 2);
    await mouse.up();
    if (heldKey) await keyboard.up(heldKey);
    await expect(guides).toHaveCount(0);
    return (await boxOf(app, 'Two, Data store')).x;
  };
  expect(await dragTo(one.x + 3)).toBe(one.x);
  expect(await dragTo(one.x + 4, 'Alt')).toBe(one.x + 4);
  await deselect(app);
  await runByPalette(app, 'Snap to elements');
  await runByPalette(app, 'Snap to grid');
  await expect(announcement(app)).toHaveText('Snap to grid off');

  await node(app, 'Two, Data store').click({ position: { x: 20, y: 20 } });
  const before = await boxOf(app, 'Two, Data store');
  await keyboard.down('ArrowRight');
  await keyboard.down('ArrowRight');
  await keyboard.down('ArrowRight');
  await keyboard.up('ArrowRight');
  await expect.poll(async () => (await boxOf(app, 'Two, Data store')).x).toBe(before.x + 30);
  await keyboard.press('Shift+ArrowDown');
  await expect.poll(async () => (await boxOf(app, 'Two, Data store')).y).toBe(before.y + 1);
  await keyboard.press('Control+z');
  await keyboard.press('Control+z');
  await expect.poll(async () => await boxOf(app, 'Two, Data store')).toEqual(before);

  // The settings for snapping survive a restart.
  await saved(app);
  await app.kill();
  const later = await start();
  await expect(node(later, 'Two, Data store')).toBeVisible();
  const from = await boxOf(later, 'Two, Data store');
  await grasp(later, from);
  await later.window.mouse.move(from.x + 27, from.y + 33, { steps: 3 });
  await later.window.mouse.up();
  await expect
    .poll(async () => await boxOf(later, 'Two, Data store'))
    .toMatchObject({ x: from.x + 7, y: from.y + 13 });
});

const sample = [
  'Cloud account, Trust boundary',
  'Private network, Trust boundary',
  'API, Process',
  'Shop database, Data store',
  'Web app, Process',
];

const holds = (outer: Box, inner: Box): boolean =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height;

/**
 * The longest time, in ms, that a test waits for a layout. Loading the layout library takes a second,
 * and far longer on a busy machine.
 */
const layoutTime = 120_000;

/**
 * Tells if the API element is left of the worker element. Returns false while one of these elements is
 * out of view.
 */
const apiIsLeftOfWorker = async (app: App): Promise<boolean> => {
  const names = ['API, Process', 'Order worker, Process'];
  const found = await Promise.all(names.map(async (name) => await node(app, name).all()));
  const [api, worker] = await Promise.all(
    found.flat().map(async (each) => await each.boundingBox()),
  );
  return api && worker ? api.x + api.width < worker.x : false;
};

test('a layout is previewed, canceled, applied in one step, and limited to a selection', async ({
  start,
  profile,
}) => {
  const app = await start();
  await expect(node(app, 'API, Process')).toBeVisible();
  const before = await boxesOf(app, sample);
  const stored = savedDrawings(profile, 'Web shop')['Checkout']?.boxes;

  const bar = app.window.getByRole('region', { name: 'Layout preview' });
  await app.window
    .getByRole('toolbar', { name: 'Zoom' })
    .getByRole('button', { name: 'Auto layout: Everything' })
    .click();
  await bar.getByText('Left to right').click({ timeout: layoutTime });
  await expect.poll(async () => await apiIsLeftOfWorker(app), { timeout: layoutTime }).toBe(true);
  expect(savedDrawings(profile, 'Web shop')['Checkout']?.boxes).toEqual(stored);
  await app.window.keyboard.press('Escape');
  await expect(announcement(app)).toHaveText('Layout canceled. Nothing was moved.');
  await expect(bar).toHaveCount(0);
  await app.window.keyboard.press('Control+0');
  await expect.poll(async () => await boxesOf(app, sample)).toEqual(before);

  await app.window.keyboard.press('Control+Shift+l');
  await bar.getByText('Left to right').click({ timeout: layoutTime });
  await expect.poll(async () => await apiIsLeftOfWorker(app), { timeout: layoutTime }).toBe(true);
  await bar.getByRole('button', { name: 'Apply' }).click();
  await expect(announcement(app)).toHaveText(/^Laid out \d+ elements$/);
  const [account, network, api, database] = await boxesOf(app, sample);
  if (!account || !network || !api || !database) throw new Error('Something is gone');
  expect(holds(account, network) && holds(network, api) && holds(network, database)).toBe(true);
  await saved(app);
  // Without a bend, the flow “Charges” would run behind the web app and the whole private network, so
  // the layout gives it a bend.
  const bent = () => Object.keys(savedDrawings(profile, 'Web shop')['Checkout']?.bends ?? {});
  expect(bent()).toContain('Charges');

  await app.window.keyboard.press('Control+z');
  await expect(app.window.getByText('Undid: Auto layout')).toBeVisible();
  await app.window.keyboard.press('Control+0');
  await expect.poll(async () => await boxesOf(app, sample)).toEqual(before);
  await saved(app);
  expect(bent()).toEqual([]);

  // Moves one element onto another, so that auto layout has something to improve.
  const [from, to] = [await boxOf(app, 'API, Process'), await boxOf(app, 'Order worker, Process')];
  await drag(app, 'API, Process', to.x - from.x + 20, to.y - from.y + 20);
  await runByPalette(app, 'Select: Same type');
  await expect(inspector(app).getByRole('heading')).toContainText(['4 elements selected']);

  await saved(app);
  const everything = savedDrawings(profile, 'Web shop')['Checkout']?.boxes ?? {};
  await runByPalette(app, 'Auto layout: Selection');
  await bar.getByText('Left to right').click({ timeout: layoutTime });
  await bar.getByRole('button', { name: 'Apply' }).click({ timeout: layoutTime });
  await expect(bar).toHaveCount(0);
  await saved(app);
  const part = savedDrawings(profile, 'Web shop')['Checkout']?.boxes ?? {};
  expect(part['Browser']).toEqual(everything['Browser']);
  expect(part['Payment provider']).toEqual(everything['Payment provider']);
  await deselect(app);
  await node(app, 'Private network, Trust boundary').getByText('Private network').last().click();
  await runByPalette(app, 'Select: Everything inside this boundary');
  await expect(inspector(app).getByRole('list', { name: 'Selection' })).toContainText('Process: 2');
  await app.window.keyboard.press('Control+Shift+a');
  await expect(node(app, 'Private network, Trust boundary')).toHaveClass(/selected/);
  await expect(node(app, 'API, Process')).not.toHaveClass(/selected/);
});
