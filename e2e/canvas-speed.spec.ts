import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { z } from 'zod';
import { largeModel } from '#shared/otm/testing/large-model.ts';
import { expect, saved, test, type App } from './app.ts';
import { canvas, processNamed } from './canvas.ts';
import { answerSaveDialog, dropFiles } from './files.ts';

type Point = { x: number; y: number };

const count = 2000;
/**
 * Positions in the layout of `largeModel`: `at` is the center of a component on the canvas, and `inZone`
 * is the position of the component in its boundary.
 */
const first = { name: 'Orders API 0', at: { x: 195, y: 210 }, inZone: { x: 60, y: 90 } };
const second = { at: { x: 405, y: 210 } };

const nodes = ({ window }: App): Locator => window.locator('.react-flow__node');
const inspector = ({ window }: App): Locator =>
  window.getByRole('complementary', { name: 'Inspector' });
const announcement = (app: App): Locator => canvas(app).getByRole('status');

const importLarge = async (app: App, profile: string): Promise<void> => {
  const file = join(profile, 'large.otm');
  writeFileSync(file, largeModel('Large', count));
  const { window } = app;
  await expect(window.getByRole('tree', { name: 'Collections and threat models' })).toBeVisible();
  await dropFiles(window, file);
  const dialog = window.getByRole('dialog', { name: 'Import' });
  await dialog.getByRole('button', { name: /^Import/ }).click();
  await expect(window.getByText(/^Imported /)).toBeVisible({ timeout: 40_000 });
  // The model has 27 boundaries besides its components and flows.
  await expect(canvas(app)).toHaveAccessibleName(/4,?027 elements/);
};

/** Returns the zoom, and a function that maps canvas points to window coordinates. */
const view = async ({ window }: App): Promise<{ zoom: number; of: (point: Point) => Point }> => {
  const pane = await window.locator('.react-flow').boundingBox();
  const style = await window.locator('.react-flow__viewport').getAttribute('style');
  const [, x = 0, y = 0, zoom = 1] = (
    /translate\(([-\d.e]+)px, ([-\d.e]+)px\) scale\(([-\d.e]+)\)/.exec(style ?? '') ?? []
  ).map(Number);
  const of = (point: Point): Point => ({
    x: (pane?.x ?? 0) + x + point.x * zoom,
    y: (pane?.y ?? 0) + y + point.y * zoom,
  });
  return { zoom, of };
};

const screenPointOf = async (app: App, point: Point): Promise<Point> => (await view(app)).of(point);

const clickAt = async (app: App, point: Point): Promise<void> => {
  const { x, y } = await screenPointOf(app, point);
  await app.window.mouse.click(x, y);
};

const dragFrom = async (app: App, from: Point, by: Point): Promise<void> => {
  const { mouse } = app.window;
  const { x, y } = await screenPointOf(app, from);
  await mouse.move(x, y);
  await mouse.down();
  await mouse.move(x + by.x, y + by.y, { steps: 6 });
  await mouse.up();
};

const documentSchema = z.object({
  components: z.array(
    z.object({
      name: z.string(),
      representations: z.array(z.object({ position: z.object({ x: z.number(), y: z.number() }) })),
    }),
  ),
});

/**
 * Exports the model. Returns the names of the components, and the position of the first component in its
 * boundary, as the service has stored them.
 */
const stored = async (app: App, profile: string, file: string) => {
  const path = join(profile, file);
  await answerSaveDialog(app.application, path);
  await app.window.keyboard.press('Control+Shift+E');
  await expect(app.window.getByText(`Saved as ${file}`)).toBeVisible({ timeout: 30_000 });
  const { components } = documentSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  return {
    names: components.map(({ name }) => name),
    first: components.find(({ name }) => name === first.name)?.representations[0]?.position,
  };
};

/**
 * Zooms with Ctrl and the wheel at a point of the window. Returns what is on the canvas in the next frame:
 * the number of mounted nodes, and the width of the painted overview, which is 0 if nothing is painted.
 */
const zoomedBy = async (
  { window }: App,
  at: Point,
  deltaY: number,
): Promise<{ mounted: number; painted: number }> =>
  await window.evaluate(
    async ([{ x, y }, by]) => {
      const options = { bubbles: true, cancelable: true, clientX: x, clientY: y, ctrlKey: true };
      const wheel = new WheelEvent('wheel', { ...options, deltaY: by });
      document.querySelector('.react-flow__pane')?.dispatchEvent(wheel);
      await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      const overview = document.querySelector<HTMLCanvasElement>('canvas[data-overview]');
      const mounted = document.querySelectorAll('.react-flow__node').length;
      return { mounted, painted: overview?.width ?? 0 };
    },
    [at, deltaY] as const,
  );

/** Expects that the canvas opens as an overview, and stays one when the first movements have ended. */
const expectOverview = async (app: App): Promise<void> => {
  await expect(canvas(app)).toHaveAccessibleName(/4,?027 elements/);
  const overview = app.window.locator('[data-overview]');
  await expect(overview).not.toHaveAttribute('width', '0');
  // A region that is chosen for a wrong viewport is mounted only after this time.
  await app.window.waitForTimeout(600);
  await expect(overview).not.toHaveAttribute('width', '0');
  await expect(nodes(app)).toHaveCount(0);
};

/** Returns the names of the nodes whose DOM changes during `act`. */
const renderedWhile = async ({ window }: App, act: () => Promise<void>): Promise<string[]> => {
  const touched = await window.evaluateHandle(() => {
    const found = new Set<string>();
    const observer = new MutationObserver((changes) => {
      for (const { target } of changes) {
        const element = target instanceof Element ? target : target.parentElement;
        const node = element?.closest('.react-flow__node');
        const name = node && document.getElementById(node.getAttribute('aria-labelledby') ?? '');
        if (name) found.add(name.textContent);
      }
    });
    const all = document.querySelector('.react-flow__nodes');
    if (all) observer.observe(all, { subtree: true, attributes: true, characterData: true });
    return { found, observer };
  });
  await act();
  const names = await touched.evaluate(({ found, observer }) => {
    observer.disconnect();
    return [...found];
  });
  await touched.dispose();
  return names;
};

/** Collects the classes of canvas elements for which the browser creates a compositing layer. */
const watchLayers = async ({ window }: App): Promise<() => Promise<string[]>> => {
  const session = await window.context().newCDPSession(window);
  const elements = new Set<number>();
  session.on('LayerTree.layerTreeDidChange', ({ layers = [] }) => {
    elements.clear();
    for (const { drawsContent, backendNodeId } of layers) {
      if (drawsContent && backendNodeId !== undefined) elements.add(backendNodeId);
    }
  });
  await session.send('DOM.enable');
  await session.send('LayerTree.enable');
  const classOf = async (backendNodeId: number): Promise<unknown> => {
    const { object } = await session.send('DOM.resolveNode', { backendNodeId });
    const { objectId = '' } = object;
    const functionDeclaration = classOnCanvas.toString();
    const call = { objectId, functionDeclaration, returnByValue: true };
    const { result } = await session.send('Runtime.callFunctionOn', call);
    return result.value;
  };
  return async () => {
    const classes = await Promise.all([...elements].map(classOf));
    return classes.filter((name) => typeof name === 'string');
  };
};

/**
 * Returns the class of a DOM node inside the canvas, or `null` for a DOM node outside the canvas. Runs
 * in the page.
 */
const classOnCanvas = function classOnCanvas(this: Node): string | null {
  const element = this instanceof Element ? this : this.parentElement;
  return element?.closest('.react-flow__viewport') ? (element.classList[0] ?? '') : null;
};

test('elements, flows, and labels are one layer, which moves when a person pans', async ({
  start,
}) => {
  const app = await start();
  const { keyboard, mouse } = app.window;
  const layers = await watchLayers(app);
  await expect(processNamed(app, 'Web app')).toBeVisible();
  await mouse.move(700, 450);
  for (const zoom of [-120, 240]) {
    await keyboard.down('Control');
    await mouse.wheel(0, zoom);
    await keyboard.up('Control');
    await mouse.wheel(60, 40);
    await expect.poll(layers).toEqual(['react-flow__viewport']);
  }
});

test('a large canvas is used as an overview and zooms in where needed', async ({
  start,
  profile,
}) => {
  const app = await start();
  const { keyboard, mouse } = app.window;
  await importLarge(app, profile);

  await test.step('the canvas opens as an overview, without mounted elements', async () => {
    await expect(app.window.locator('[data-overview]')).toBeVisible();
    await expect(nodes(app)).toHaveCount(0);
    await expect.poll(async () => (await view(app)).zoom).toBeLessThan(0.1);
  });

  await test.step('a click selects an element, with Shift in addition to others', async () => {
    const { x, y } = await screenPointOf(app, first.at);
    await mouse.move(x, y);
    await keyboard.down('Control');
    await mouse.wheel(0, -500);
    await keyboard.up('Control');
    await expect.poll(async () => (await view(app)).zoom).toBeGreaterThan(0.06);
    await clickAt(app, first.at);
    await expect(inspector(app)).toContainText(first.name);
    await expect(announcement(app)).toContainText(`${first.name}, Process`);
    await keyboard.down('Shift');
    await clickAt(app, second.at);
    await keyboard.up('Shift');
    await expect(announcement(app)).toContainText('2 elements selected');
    await expect(nodes(app)).toHaveCount(0);
  });

  await test.step('a selection box selects elements, with the flows that end at them', async () => {
    const from = { x: -300, y: -300 };
    const { zoom } = await view(app);
    await dragFrom(app, from, { x: 1010 * zoom, y: 560 * zoom });
    await expect(announcement(app)).toContainText('7 elements selected');
    await clickAt(app, from);
  });

  await test.step('a drag moves an element in one step, which can be undone', async () => {
    const { zoom } = await view(app);
    const by = { x: 45, y: 30 };
    await dragFrom(app, first.at, by);
    const onGrid = (length: number): number => Math.round(length / zoom / 10) * 10;
    const moved = { x: first.inZone.x + onGrid(by.x), y: first.inZone.y + onGrid(by.y) };
    await saved(app);
    expect((await stored(app, profile, 'moved.json')).first).toEqual(moved);
    await canvas(app).focus();
    await keyboard.press('Control+z');
    await saved(app);
    expect((await stored(app, profile, 'back.json')).first).toEqual(first.inZone);
  });

  await test.step('a layout that takes long is canceled, and nothing has moved', async () => {
    await canvas(app).focus();
    await keyboard.press('Control+Shift+l');
    await keyboard.press('Escape');
    await expect(announcement(app)).toHaveText('Layout canceled. Nothing was moved.');
    await saved(app);
    expect((await stored(app, profile, 'cancelled.json')).first).toEqual(first.inZone);
  });

  await test.step('a double click zooms in, and the real nodes are mounted', async () => {
    const { x, y } = await screenPointOf(app, first.at);
    await mouse.dblclick(x, y);
    await expect(processNamed(app, first.name)).toBeVisible();
    await expect.poll(() => nodes(app).count()).toBeLessThan(100);
  });

  await test.step('zooming out paints what comes into view, and mounts it afterwards', async () => {
    const { x, y } = await screenPointOf(app, first.at);
    const zoomed = await zoomedBy(app, { x, y }, 500);
    expect(zoomed.painted).toBeGreaterThan(0);
    await expect.poll(() => nodes(app).count()).toBeGreaterThan(zoomed.mounted);
    await expect(app.window.locator('[data-overview]')).toHaveAttribute('width', '0');
    await zoomedBy(app, { x, y }, -500);
    await expect(processNamed(app, first.name)).toBeVisible();
  });

  await test.step('moving one node renders one node', async () => {
    const rendered = await renderedWhile(app, () => dragFrom(app, first.at, { x: 20, y: 10 }));
    expect(rendered).toEqual([expect.stringContaining(`${first.name}, Process`)]);
    await keyboard.press('Control+z');
    await saved(app);
    await keyboard.press('Control+0');
    await expect(nodes(app)).toHaveCount(0);
  });

  await test.step('renaming an element zooms in to edit the name, and stores it', async () => {
    await canvas(app).focus();
    await keyboard.press('F2');
    await expect(canvas(app).getByRole('textbox')).toBeFocused();
    await keyboard.press('Control+a');
    await keyboard.type('Named from afar');
    await keyboard.press('Enter');
    await expect(processNamed(app, 'Named from afar')).toBeVisible();
    await saved(app);
    await app.kill();
    const later = await start();
    await expectOverview(later);
    await later.window.getByRole('link', { name: 'Home' }).first().click();
    await expect(canvas(later)).toHaveCount(0);
    await later.window.getByRole('treeitem', { name: /^Large/ }).click();
    await expectOverview(later);
    const { names } = await stored(later, profile, 'renamed.json');
    expect(names.includes('Named from afar')).toBe(true);
    expect(names.includes(first.name)).toBe(false);
  });
});
