import { expect, saved, test, type App } from './app.ts';
import { add, addProcess, canvas, canvasIsShown, node, processNamed } from './canvas.ts';
import { holdThread } from './desktop-thread.ts';

const tabs = ({ window }: App) => window.getByRole('tablist', { name: 'Canvases' });
const tab = (app: App, name: string) => tabs(app).getByRole('tab', { name, exact: true });
const titles = async (app: App): Promise<string[]> =>
  await tabs(app).getByRole('tab').allInnerTexts();
const open = async (app: App, name: string): Promise<void> => {
  await expect(tab(app, name)).toHaveAttribute('aria-selected', 'true');
  await canvasIsShown(app);
};
const key = async (app: App, keys: string): Promise<void> => await app.window.keyboard.press(keys);

/** Clicks above all elements, so that the focus is not in a field. */
const focusCanvas = async (app: App): Promise<void> =>
  await canvas(app).click({ position: { x: 500, y: 8 } });

const addCanvas = async (app: App, name: string): Promise<void> => {
  await key(app, 'Control+t');
  await app.window.getByRole('textbox', { name: 'New canvas name' }).fill(name);
  await key(app, 'Enter');
  await open(app, name);
  await expect(app.window.getByRole('heading', { name: 'Draw your system' })).toBeVisible();
};

const fromMenu = async (app: App, name: string, command: string | RegExp): Promise<void> => {
  await tab(app, name).click({ button: 'right' });
  await app.window.getByRole('menuitem', { name: command }).click();
};

/** Creates an empty model with a canvas "Overview". */
const startModel = async (app: App): Promise<void> => {
  await expect(canvas(app)).toBeVisible();
  await key(app, 'Control+n');
  await app.window.getByRole('textbox', { name: 'Title' }).fill('Shop');
  await key(app, 'Enter');
  await open(app, 'Overview');
  await expect(app.window.getByRole('heading', { name: 'Draw your system' })).toBeVisible();
};

const addThreat = async (app: App, component: string, threat: string): Promise<void> => {
  await processNamed(app, component).click();
  await app.window.getByRole('textbox', { name: 'Add threat' }).fill(threat);
  await key(app, 'Enter');
  await expect(app.window.getByRole('textbox', { name: 'Threat title' })).toHaveCount(0);
  await expect(app.window.getByRole('button', { name: new RegExp(threat) }).first()).toBeVisible();
};

test('canvases are reordered, duplicated, and deleted, and undo works across all of them', async ({
  start,
}) => {
  const app = await start();
  await startModel(app);
  await addProcess(app, 'Orders');
  await addCanvas(app, 'Login');
  await addProcess(app, 'Identity');
  await addCanvas(app, 'Payments');

  await key(app, 'Control+Shift+ArrowLeft');
  await expect.poll(() => titles(app)).toEqual(['Overview', 'Payments', 'Login']);
  const [from, to] = [
    await tab(app, 'Overview').boundingBox(),
    await tab(app, 'Login').boundingBox(),
  ];
  if (!from || !to) throw new Error('A tab is not in view');
  await app.window.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await app.window.mouse.down();
  await app.window.mouse.move(to.x + to.width - 4, to.y + to.height / 2, { steps: 6 });
  await app.window.mouse.up();
  await expect.poll(() => titles(app)).toEqual(['Payments', 'Login', 'Overview']);
  await open(app, 'Payments');

  await key(app, 'Control+PageDown');
  await open(app, 'Login');
  await fromMenu(app, 'Login', /^Duplicate canvas/);
  await open(app, 'Login (copy)');
  await expect(processNamed(app, 'Identity')).toBeVisible();
  await expect.poll(() => titles(app)).toEqual(['Payments', 'Login', 'Login (copy)', 'Overview']);
  await fromMenu(app, 'Login', /^Delete canvas/);
  await expect.poll(() => titles(app)).toEqual(['Payments', 'Login (copy)', 'Overview']);
  await saved(app);
  await app.kill();

  const later = await start();
  await open(later, 'Login (copy)');
  await expect.poll(() => titles(later)).toEqual(['Payments', 'Login (copy)', 'Overview']);
  await focusCanvas(later);
  await key(later, 'Control+z');
  await open(later, 'Login');
  await expect(processNamed(later, 'Identity')).toBeVisible();
  await focusCanvas(later);
  for (const _ of ['duplicate', 'order', 'order', 'create canvas']) await key(later, 'Control+z');
  await expect.poll(() => titles(later)).toEqual(['Overview', 'Login']);
  await key(later, 'Control+PageUp');
  await open(later, 'Overview');
  await expect(processNamed(later, 'Orders')).toBeVisible();
  await focusCanvas(later);
  await key(later, 'Control+z');
  await open(later, 'Login');
  await expect(later.window.getByText('Undid: Rename')).toBeVisible();
  await expect(processNamed(later, 'Process')).toBeFocused();
  await key(later, 'Control+Shift+z');
  await expect(processNamed(later, 'Identity')).toBeVisible();
});

test('text is saved when a key opens another canvas while it is typed', async ({ start }) => {
  const app = await start();
  await startModel(app);
  await add(app, 'b', 'Internet', 400, 300);
  await addCanvas(app, 'Login');
  await key(app, 'Control+PageUp');
  await open(app, 'Overview');
  const boundary = node(app, 'Internet, Trust boundary');
  const description = app.window.getByRole('textbox', { name: 'Description', exact: true });
  await boundary.click({ position: { x: 30, y: 10 } });
  // The boundary has no component yet. Typing the first text about the boundary creates its component.
  await description.pressSequentially('Anybody');
  await key(app, 'Control+PageDown');
  await open(app, 'Login');
  await saved(app);
  await key(app, 'Control+PageUp');
  await open(app, 'Overview');
  await boundary.click({ position: { x: 30, y: 10 } });
  await expect(description).toHaveValue('Anybody');
  await focusCanvas(app);
  await key(app, 'Control+z');
  await boundary.click({ position: { x: 30, y: 10 } });
  await expect(description).toHaveValue('');

  await key(app, 'F2');
  await app.window.keyboard.type('Everything outside');
  await key(app, 'Control+PageDown');
  await open(app, 'Login');
  await key(app, 'Control+PageUp');
  await open(app, 'Overview');
  await expect(node(app, 'Everything outside, Trust boundary')).toBeVisible();
});

test('the last canvas of a model is deleted and restored by undo', async ({ start }) => {
  const app = await start();
  await startModel(app);
  await addProcess(app, 'Orders');
  await tab(app, 'Overview').dblclick();
  await app.window.getByRole('textbox', { name: 'Rename Overview' }).fill('Shop floor');
  await key(app, 'Enter');
  await expect(tab(app, 'Shop floor')).toBeFocused();
  await focusCanvas(app);
  await key(app, 'Control+z');
  await open(app, 'Overview');
  await fromMenu(app, 'Overview', /^Delete canvas/);
  await expect(app.window.getByText('No canvases yet')).toBeVisible();
  await app.window.getByRole('alert').getByRole('button', { name: 'Undo' }).click();
  await open(app, 'Overview');
  await expect(processNamed(app, 'Orders')).toBeVisible();
});

test('elements move to another canvas with their threats, and their component is found on both', async ({
  start,
}) => {
  const app = await start();
  await startModel(app);
  await addProcess(app, 'Orders');
  await addThreat(app, 'Orders', 'Forged order');
  await focusCanvas(app);
  await processNamed(app, 'Orders').click();

  // Keys pressed in the dialog do not change the elements behind it.
  const box = await processNamed(app, 'Orders').boundingBox();
  await key(app, 'Control+Alt+m');
  await app.window.getByText('Threats stay with their components').click();
  await key(app, 'ArrowRight');
  await key(app, 'x');
  await app.window.getByText('Threats stay with their components').click({ button: 'right' });
  await expect(app.window.getByRole('menu')).toHaveCount(0);
  await key(app, 'Escape');
  await expect(app.window.getByRole('dialog')).toHaveCount(0);
  await expect(processNamed(app, 'Orders')).toBeFocused();
  await expect.poll(() => processNamed(app, 'Orders').boundingBox()).toEqual(box);

  await key(app, 'Control+Alt+m');
  await app.window.getByRole('button', { name: 'Move to new canvas' }).click();
  await app.window.getByRole('textbox', { name: 'New canvas name' }).fill('Back office');
  await key(app, 'Enter');
  await expect(processNamed(app, 'Orders')).toBeHidden();
  await expect(app.window.getByText('Moved 1 element to “Back office”.')).toBeVisible();
  await app.window.getByRole('button', { name: 'Show', exact: true }).click();
  await open(app, 'Back office');
  await expect(processNamed(app, 'Orders')).toBeFocused();
  await expect(app.window.getByRole('button', { name: /Forged order/ }).first()).toBeVisible();

  await key(app, 'Control+z');
  await open(app, 'Overview');
  await expect.poll(() => titles(app)).toEqual(['Overview']);
  await expect(processNamed(app, 'Orders')).toBeVisible();
  await key(app, 'Control+Shift+z');
  await open(app, 'Overview');
  await expect(processNamed(app, 'Orders')).toBeHidden();
  await saved(app);
  await app.kill();

  const later = await start();
  await tab(later, 'Back office').click();
  await fromMenu(later, 'Back office', /^Duplicate canvas/);
  await open(later, 'Back office (copy)');
  // The copied element shows the component of the original canvas, not a copy of the component.
  await processNamed(later, 'Orders').click();
  await expect(later.window.getByRole('button', { name: /Forged order/ }).first()).toBeVisible();
  await later.window
    .getByRole('navigation', { name: 'Also on' })
    .getByRole('link', { name: 'Back office', exact: true })
    .click();
  await open(later, 'Back office');
  await expect(processNamed(later, 'Orders')).toBeFocused();

  await key(later, 'F2');
  await later.window.keyboard.type('Order desk');
  await key(later, 'Enter');
  await key(later, 'Delete');
  await expect(processNamed(later, 'Order desk')).toBeHidden();
  await tab(later, 'Back office (copy)').click();
  await processNamed(later, 'Order desk').click();
  await expect(later.window.getByRole('button', { name: /Forged order/ }).first()).toBeVisible();
  await expect(later.window.getByRole('navigation', { name: 'Also on' })).toBeHidden();
});

test('until another canvas has been read, the one before stays on the screen, but does nothing', async ({
  start,
}) => {
  const app = await start();
  await startModel(app);
  await addProcess(app, 'Orders');
  await addCanvas(app, 'Login');
  await tab(app, 'Overview').click();
  await processNamed(app, 'Orders').click();
  await saved(app);

  const drawn = app.window.locator('[inert] .react-flow__node');
  const palette = await app.window.locator('[data-canvas-tool]').first().elementHandle();
  const release = await holdThread(app);
  await tab(app, 'Login').click();
  await expect(drawn).toHaveCount(1);
  for (const pressed of ['Delete', 'ArrowRight', 'p']) {
    // The tab has the focus, and it has keys of its own.
    await app.window.locator('body').dispatchEvent('keydown', { key: pressed, code: pressed });
  }
  await expect(drawn).toHaveCount(1);
  release();
  await canvasIsShown(app);
  expect(await palette?.evaluate((element) => element.isConnected)).toBe(true);
  await expect(app.window.getByRole('heading', { name: 'Draw your system' })).toBeVisible();
  await expect(node(app, /Process/)).toHaveCount(0);
  await tab(app, 'Overview').click();
  await expect(processNamed(app, 'Orders')).toBeVisible();
});

/** Returns the position and the zoom of the drawing, as CSS. */
const view = async ({ window }: App): Promise<string> =>
  await window.locator('.react-flow__viewport').evaluate(({ style }) => style.transform);

test('each canvas keeps its viewport, and the search and a gesture end when another canvas is opened', async ({
  start,
}) => {
  const app = await start();
  const { keyboard, mouse } = app.window;
  await startModel(app);
  await add(app, 'p', 'Orders', 400, 300);
  await addCanvas(app, 'Login');
  await add(app, 'p', 'Identity', 400, 300);
  await key(app, 'Control+=');
  await key(app, 'Control+=');
  await expect.poll(() => view(app)).toContain('scale(1.');
  const ofLogin = await view(app);

  await tab(app, 'Overview').click();
  await expect(processNamed(app, 'Orders')).toBeVisible();
  await expect.poll(() => view(app)).toContain('scale(1)');
  await canvas(app).hover({ position: { x: 500, y: 200 } });
  await mouse.wheel(40, 60);
  await expect.poll(() => view(app)).toMatch(/scale\(1\)/);
  const ofOverview = await view(app);
  expect(ofOverview).not.toBe(ofLogin);
  await focusCanvas(app);
  await key(app, 'Control+f');
  await keyboard.type('Ord');
  await expect(app.window.getByRole('search', { name: 'Find on canvas' })).toBeVisible();

  await tab(app, 'Login').click();
  await expect(processNamed(app, 'Identity')).toBeVisible();
  await expect(app.window.getByRole('search', { name: 'Find on canvas' })).toBeHidden();
  await expect(tab(app, 'Login')).toBeFocused();
  expect(await view(app)).toBe(ofLogin);
  await tab(app, 'Overview').click();
  await expect(processNamed(app, 'Orders')).toBeVisible();
  expect(await view(app)).toBe(ofOverview);

  const orders = await processNamed(app, 'Orders').boundingBox();
  const [x, y] = [(orders?.x ?? 0) - 40, (orders?.y ?? 0) - 40];
  const selectionBox = app.window.locator('.react-flow__selection');
  await mouse.move(x, y);
  await mouse.down();
  await mouse.move(x + 60, y + 60, { steps: 5 });
  await expect(selectionBox).toBeVisible();
  await key(app, 'Control+PageDown');
  await expect(processNamed(app, 'Identity')).toBeVisible();
  await expect(selectionBox).toBeHidden();
  await mouse.move(x + 90, y + 90, { steps: 5 });
  await expect(selectionBox).toBeHidden();
  await mouse.up();
  expect(await view(app)).toBe(ofLogin);

  await key(app, 'Control+PageUp');
  await processNamed(app, 'Orders').click();
  const before = await processNamed(app, 'Orders').boundingBox();
  await keyboard.down('ArrowRight');
  await key(app, 'Control+PageDown');
  await expect(processNamed(app, 'Identity')).toBeVisible();
  await keyboard.up('ArrowRight');
  await key(app, 'Control+PageUp');
  await expect(processNamed(app, 'Orders')).toBeVisible();
  const after = await processNamed(app, 'Orders').boundingBox();
  expect(after?.x).toBeGreaterThan(before?.x ?? 0);
});
