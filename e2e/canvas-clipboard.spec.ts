import { expect, saved, test, type App } from './app.ts';
import { addProcess, boxOf, canvas } from './canvas.ts';
import { holdThread } from './desktop-thread.ts';
import { savedDrawings, type SavedElement } from './saved-drawing.ts';
import { addModel, choose, synced } from './sync.ts';

const named = ({ window }: App, name: string) => window.getByRole('group', { name });
const inspector = ({ window }: App) => window.getByRole('complementary', { name: 'Inspector' });

const select = async (app: App, name: string): Promise<void> =>
  await named(app, name)
    .last()
    .click({ position: { x: 12, y: 12 } });

const press = async ({ window }: App, ...keys: string[]): Promise<void> => {
  for (const key of keys) await window.keyboard.press(key);
};

/** Moves the pointer over the canvas. Elements are pasted at the position of the pointer. */
const point = async (app: App, x: number, y: number): Promise<void> => {
  const box = await canvas(app).boundingBox();
  await app.window.mouse.move((box?.x ?? 0) + x, (box?.y ?? 0) + y);
};

const addCanvas = async (app: App): Promise<void> => {
  await app.window.getByRole('button', { name: 'Add canvas' }).click();
  await press(app, 'Enter');
  await expect(canvas(app)).toHaveAccessibleName(/^Canvas, 0 elements/);
};

/** Copies text as another program would. */
const setSystemText = async ({ application }: App, text: string): Promise<void> =>
  await application.evaluate(async ({ clipboard }, words) => {
    await clipboard.writeText(words);
  }, text);
const systemText = async ({ application }: App): Promise<string> =>
  await application.evaluate(async ({ clipboard }) => await clipboard.readText());

const called = (elements: readonly SavedElement[] | undefined, label: string): SavedElement[] =>
  (elements ?? []).filter((each) => each.label === label);

test('a component is copied with its threats, or linked to the original', async ({
  start,
  profile,
}) => {
  const app = await start();
  const { window } = app;
  await synced(app);
  await expect(named(app, 'Web app, Process')).toHaveCount(1);
  const onCanvas = () => savedDrawings(profile, 'Web shop')['Checkout']?.nodes;
  const [original] = called(onCanvas(), 'Web app');
  expect(original?.threats.length).toBeGreaterThan(3);
  expect(original?.mitigations.length).toBeGreaterThan(3);

  await select(app, 'Web app, Process');
  await press(app, 'Control+c');
  await point(app, 300, 40);
  await press(app, 'Control+v');
  await expect(named(app, 'Web app, Process')).toHaveCount(2);
  const link = window.getByRole('button', { name: 'Link to original' });
  // The message with the button disappears after some seconds, unless the pointer is over it.
  await link.hover();
  await saved(app);
  const [, copy] = called(onCanvas(), 'Web app');
  expect(copy?.componentId).not.toBe(original?.componentId);
  expect(copy?.threats).toEqual(original?.threats);
  expect(copy?.mitigations).toEqual(original?.mitigations);

  await link.click();
  await expect
    .poll(() => called(onCanvas(), 'Web app').map(({ componentId }) => componentId))
    .toEqual([original?.componentId, original?.componentId]);
  await press(app, 'Control+z', 'Control+z');
  await expect(named(app, 'Web app, Process')).toHaveCount(1);

  await select(app, 'Web app, Process');
  await press(app, 'Control+d');
  await expect(named(app, 'Web app, Process')).toHaveCount(2);
  await saved(app);
  expect(called(onCanvas(), 'Web app')[1]?.threats).toEqual(original?.threats);
  await press(app, 'Control+z');
  await expect(named(app, 'Web app, Process')).toHaveCount(1);

  await test.step('Alt+drag leaves an element in place and copies it to the drop position', async () => {
    const flows = savedDrawings(profile, 'Web shop')['Checkout']?.flows;
    const before = await boxOf(app, 'Web app, Process');
    const dragCopy = async (): Promise<void> => {
      await window.keyboard.down('Alt');
      await window.mouse.move(before.x + 8, before.y + 8);
      await window.mouse.down();
      await window.mouse.move(before.x + 8, before.y - 112, { steps: 5 });
      await window.keyboard.up('Alt');
      await expect(window.locator('[data-copy-ghosts] rect')).toHaveCount(1);
    };
    await dragCopy();
    await window.keyboard.press('Escape');
    await window.mouse.up();
    await expect(window.locator('[data-copy-ghosts]')).toHaveCount(0);
    await expect(named(app, 'Web app, Process')).toHaveCount(1);

    await dragCopy();
    await window.mouse.up();
    await expect(named(app, 'Web app, Process')).toHaveCount(2);
    await saved(app);
    await expect.poll(() => boxOf(app, 'Web app, Process')).toEqual(before);
    const [stayed, dragged] = called(onCanvas(), 'Web app');
    expect(stayed).toEqual(original);
    expect(dragged?.componentId).not.toBe(original?.componentId);
    expect(dragged?.threats).toEqual(original?.threats);
    expect(savedDrawings(profile, 'Web shop')['Checkout']?.flows).toEqual(flows);
    await press(app, 'Control+z');
    await expect(named(app, 'Web app, Process')).toHaveCount(1);
  });

  // The clipboard still has the copied web app.
  await press(app, 'Control+Shift+v');
  await expect(named(app, 'Web app, Process')).toHaveCount(2);
  await saved(app);
  expect(called(onCanvas(), 'Web app')[1]?.componentId).toBe(original?.componentId);
  await press(app, 'Control+z');
  await expect(named(app, 'Web app, Process')).toHaveCount(1);

  // Cut and pasted elements keep all of their data.
  await select(app, 'Web app, Process');
  await choose(app, 'Cut');
  await expect(named(app, 'Web app, Process')).toHaveCount(0);
  await choose(app, 'Paste');
  await expect(named(app, 'Web app, Process')).toHaveCount(1);
  await saved(app);
  const now = savedDrawings(profile, 'Web shop')['Checkout'];
  expect(called(now?.nodes, 'Web app')).toEqual([original]);
  expect(now?.flows).toContain('Web app -> API Baskets, orders');
  await press(app, 'Control+z', 'Control+z');
  await expect(named(app, 'Web app, Process')).toHaveCount(1);
  await saved(app);
  expect(called(onCanvas(), 'Web app')).toEqual([original]);
});

test('copied elements are pasted on other canvases and in other models', async ({
  start,
  profile,
}) => {
  const app = await start();
  const { window } = app;
  await synced(app);
  await named(app, 'Private network, Trust boundary').click({ position: { x: 60, y: 8 } });
  await press(app, 'Control+c');
  await expect.poll(() => systemText(app)).toContain('boundary: Private network {');

  await addCanvas(app);
  await press(app, 'Control+v');
  const dialog = window.getByRole('dialog', { name: /^Paste \d components$/ });
  await dialog.getByRole('button', { name: /^Same components/ }).click();
  await expect(named(app, 'Private network, Trust boundary')).toHaveCount(1);
  await saved(app);
  const inModel = savedDrawings(profile, 'Web shop');
  const [original, copy] = Object.values(inModel);
  expect(called(copy?.nodes, 'API')).toEqual(called(original?.nodes, 'API'));
  expect(copy?.holders).toMatchObject({ API: 'Private network' });

  await press(app, 'Control+z');
  await expect(named(app, 'API, Process')).toHaveCount(0);
  await press(app, 'Control+v');
  await dialog.getByRole('button', { name: /^New components/ }).click();
  await expect(named(app, 'API, Process')).toHaveCount(1);
  await saved(app);
  const renewed = called(Object.values(savedDrawings(profile, 'Web shop'))[1]?.nodes, 'API');
  const [api] = called(original?.nodes, 'API');
  expect(renewed).toMatchObject([{ threats: api?.threats, mitigations: api?.mitigations }]);
  expect(renewed[0]?.componentId).not.toBe(api?.componentId);

  await addModel(app, 'Second shop');
  await canvas(app).click({ button: 'right', position: { x: 500, y: 300 } });
  await window.getByRole('menuitem', { name: 'Paste', exact: false }).first().click();
  await expect(named(app, 'API, Process')).toHaveCount(1);
  await select(app, 'API, Process');
  await expect(inspector(app)).toContainText(api?.threats[0] ?? '');
  await saved(app);
  const [copied] = Object.values(savedDrawings(profile, 'Second shop'));
  expect(called(copied?.nodes, 'API')).toMatchObject([{ threats: api?.threats }]);
});

test('lines of text become a drawing, and a label uses its own clipboard', async ({
  start,
  profile,
}) => {
  const app = await start();
  await addModel(app, 'From text');
  await setSystemText(
    app,
    '# Sketch\n- (Customer)\n- boundary: Inside {\n-   Shop\n-   [Orders]\n- }\nCustomer -> Shop: order\nShop -> Orders',
  );
  await press(app, 'Control+v');
  await expect(named(app, 'Orders, Data store')).toBeVisible();
  await setSystemText(app, 'Shop -> Mail: confirm\nShop -> Orders');
  await press(app, 'Control+v');
  await expect(named(app, 'Mail, Process')).toBeVisible();
  await saved(app);
  const [drawn] = Object.values(savedDrawings(profile, 'From text'));
  expect(drawn?.nodes.map(({ label }) => label)).toEqual([
    'Customer',
    'Inside',
    'Shop',
    'Orders',
    'Mail',
  ]);
  expect(drawn?.flows).toEqual([
    'Customer -> Shop order',
    'Shop -> Orders',
    'Shop -> Mail confirm',
  ]);
  expect(drawn?.holders).toEqual({ Shop: 'Inside', Orders: 'Inside' });

  await press(app, 'Control+a', 'Control+c');
  await expect.poll(() => systemText(app)).toContain('Customer -> Shop: order');

  await setSystemText(app, 'Pasted name');
  await canvas(app).click({ position: { x: 400, y: 8 } });
  await select(app, 'Mail, Process');
  await press(app, 'F2', 'Control+a', 'Control+v', 'Enter');
  await expect(named(app, 'Pasted name, Process')).toBeVisible();
  await expect(canvas(app)).toHaveAccessibleName(/^Canvas, 8 elements/);

  await setSystemText(app, 'https://example.org/');
  await press(app, 'Control+v');
  await expect(app.window.getByText('Links can’t be pasted onto the canvas.')).toBeVisible();
  await setSystemText(app, Array.from({ length: 501 }, (_, at) => `Service ${at}`).join('\n'));
  await press(app, 'Control+v');
  await expect(app.window.getByRole('dialog', { name: 'Paste 501 lines?' })).toBeVisible();
  await press(app, 'Escape');
  await expect(canvas(app)).toHaveAccessibleName(/^Canvas, 8 elements/);
});

test('a cut that takes long does not take the focus from a name that is being typed', async ({
  start,
}) => {
  const app = await start();
  await synced(app);
  await select(app, 'Web app, Process');
  await point(app, 300, 40);
  const release = await holdThread(app);
  await press(app, 'Control+x', 'n');
  await app.window.keyboard.type('Ask the team');
  release();
  await expect(named(app, 'Web app, Process')).toHaveCount(0);
  await app.window.keyboard.type(' about payments');
  await press(app, 'Escape');
  await expect(named(app, 'Ask the team about payments')).toHaveCount(1);
});

test('elements copied in one app are pasted in another with their threats', async ({
  start,
  startOther,
  otherProfile,
  profile,
}) => {
  const app = await start();
  await synced(app);
  await select(app, 'Web app, Process');
  await press(app, 'Control+c');
  const [original] = called(savedDrawings(profile, 'Web shop')['Checkout']?.nodes, 'Web app');
  await expect.poll(() => systemText(app)).toBe('Web app');

  const other = await startOther();
  await addModel(other, 'Elsewhere');
  await press(other, 'Control+v');
  await expect(named(other, 'Web app, Process')).toHaveCount(1);
  await saved(other);
  const [drawn] = Object.values(savedDrawings(otherProfile, 'Elsewhere'));
  const [pasted] = drawn?.nodes ?? [];
  expect(pasted?.threats).toEqual(original?.threats);
  expect(pasted?.mitigations).toEqual(original?.mitigations);
  expect(pasted?.componentId).not.toBe(original?.componentId);

  await addProcess(other, 'Back again');
  await press(other, 'Control+x');
  await expect(named(other, 'Back again, Process')).toHaveCount(0);
  await addCanvas(app);
  await press(app, 'Control+v');
  await expect(named(app, 'Back again, Process')).toHaveCount(1);
});
