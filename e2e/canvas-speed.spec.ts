import { expect, saved, test, type App } from './app.ts';
import { canvas, processNamed } from './canvas.ts';
import {
  announcement,
  clickAt,
  dragFrom,
  expectOverview,
  first,
  importLarge,
  inspector,
  nodes,
  screenPointOf,
  second,
  stored,
  view,
  zoomedBy,
} from './large-canvas.ts';

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

  await test.step('a boundary with hundreds of elements is renamed, and keys run no commands', async () => {
    const before = await canvas(app).getAttribute('aria-label');
    await clickAt(app, { x: 20, y: 20 });
    await expect(announcement(app)).toContainText('Trust boundary');
    await keyboard.press('F2');
    await keyboard.press('p');
    await keyboard.press('Delete');
    await expect(canvas(app).getByRole('textbox')).toBeFocused();
    await keyboard.press('Control+a');
    await keyboard.type('Named from afar');
    await keyboard.press('Enter');
    await saved(app);
    await expect(canvas(app)).toHaveAccessibleName(before ?? '');
    await keyboard.press('Control+z');
    await saved(app);
    await keyboard.press('Control+0');
    await expect(nodes(app)).toHaveCount(0);
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

  await test.step('a drag and a half-typed name survive a zoom', async () => {
    while ((await view(app)).zoom > 0.2) {
      await zoomedBy(app, await screenPointOf(app, first.at), 100);
    }
    await expect(processNamed(app, first.name)).toBeVisible();
    await expect.poll(() => nodes(app).count()).toBeGreaterThan(120);
    const from = await screenPointOf(app, first.at);
    await mouse.move(from.x, from.y);
    await mouse.down();
    await mouse.move(from.x + 30, from.y + 20, { steps: 4 });
    await zoomedBy(app, { x: from.x + 30, y: from.y + 20 }, 60);
    const to = { x: from.x + 60, y: from.y + 40 };
    await mouse.move(to.x, to.y, { steps: 4 });
    await mouse.up();
    await saved(app);
    const box = await processNamed(app, first.name).boundingBox();
    expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - to.x)).toBeLessThan(12);
    expect(Math.abs((box?.y ?? 0) + (box?.height ?? 0) / 2 - to.y)).toBeLessThan(12);
    expect((await stored(app, profile, 'dragged.json')).first).not.toEqual(first.inZone);
    await canvas(app).focus();
    await keyboard.press('Control+z');
    await saved(app);
    await canvas(app).focus();
    await keyboard.press('F2');
    await keyboard.type('Half a name');
    await zoomedBy(app, await screenPointOf(app, first.at), 60);
    await expect(canvas(app).getByRole('textbox')).toHaveValue('Half a name');
    await keyboard.press('Escape');
    while ((await view(app)).zoom < 1) {
      await zoomedBy(app, await screenPointOf(app, first.at), -100);
    }
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

  await test.step('the whole drawing stays in view when it opens again', async () => {
    await keyboard.press('Control+0');
    await expectOverview(app);
    await app.window.getByRole('link', { name: 'Home' }).first().click();
    await expect(canvas(app)).toHaveCount(0);
    await app.window.getByRole('treeitem', { name: /^Large/ }).click();
    await expectOverview(app);
  });

  await test.step('renaming an element zooms in to edit the name, and stores it', async () => {
    await zoomedBy(app, await screenPointOf(app, first.at), -500);
    await clickAt(app, first.at);
    await expect(announcement(app)).toContainText(`${first.name}, Process`);
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
    await expect(canvas(later)).toHaveAccessibleName(/4,?027 elements/);
    const { names } = await stored(later, profile, 'renamed.json');
    expect(names.includes('Named from afar')).toBe(true);
    expect(names.includes(first.name)).toBe(false);
  });
});
