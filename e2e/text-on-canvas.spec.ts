import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { elementsOf } from '#shared/drawing/elements.ts';
import { readModelFile } from '#shared/foreign/read-model-file.ts';
import { expect, test, type App } from './app.ts';
import { canvas, openingAnother } from './canvas.ts';
import { dropFiles, filesOfOtherTools, foreignOtmFiles, ownOtmFiles } from './files.ts';

type Canvas = { title: string; elements: number };

/** Returns the canvases of the first model in a file, without empty canvases. */
const canvasesIn = (path: string): Canvas[] => {
  const reading = readModelFile(readFileSync(path), basename(path));
  const [model] = reading.ok ? reading.models : [];
  const canvases = model?.content.canvases ?? [];
  return canvases
    .map(({ title, data }) => ({ title, elements: elementsOf(data).nodes.length }))
    .filter(({ elements }) => elements > 0);
};

/**
 * Returns the texts on the canvas that overlap another text, and the texts that are at least partly
 * covered by the background of an element that is painted after them. Runs in the window. Ignores one
 * pixel on each side, because the box of a text includes room for accents.
 */
const hiddenTexts = (): string[] => {
  const viewport = document.querySelector('.react-flow__viewport');
  if (!viewport) return ['there is no canvas'];
  if (new DOMMatrix(getComputedStyle(viewport).transform).a !== 1) return ['not at 100 %'];
  const edge = 1;
  const overlap = (one: DOMRect, other: DOMRect): boolean =>
    one.left + edge < other.right - edge &&
    other.left + edge < one.right - edge &&
    one.top + edge < other.bottom - edge &&
    other.top + edge < one.bottom - edge;
  const elements = [...viewport.querySelectorAll<HTMLElement>('*')];
  const layers = ['edges', 'nodes', 'edgelabel-renderer', 'viewport-portal'];
  /**
   * Returns the position of an element in the order of painting. The layer counts first, then the
   * z-index of the element's node in the layer, then the position in the page.
   */
  const orderOf = (element: Element): [number, number, number] => [
    layers.findIndex((layer) => element.closest(`.react-flow__${layer}`)),
    Number(element.closest<HTMLElement>('.react-flow__node')?.style.zIndex ?? 0),
    elements.findIndex((each) => each === element),
  ];
  const isLater = (one: Element, other: Element): boolean => {
    const [a, b] = [orderOf(one), orderOf(other)];
    return (a[0] - b[0] || a[1] - b[1] || a[2] - b[2]) > 0;
  };
  const isOpaque = (element: Element): boolean => {
    const { backgroundColor } = getComputedStyle(element);
    const [, alpha = '1'] = /[,/] *([\d.]+)\)$/.exec(
      backgroundColor.startsWith('rgb(') ? 'rgba(0, 0, 0, 1)' : backgroundColor,
    ) ?? [''];
    return Number(alpha) > 0.2;
  };
  const shapes = elements
    .filter(isOpaque)
    .map((element) => ({ element, box: element.getBoundingClientRect() }));
  const forScreenReaders = '.mantine-VisuallyHidden-root, [id^="canvas-name-"]';
  const walker = document.createTreeWalker(viewport, NodeFilter.SHOW_TEXT);
  const texts: { text: string; element: Element; box: DOMRect }[] = [];
  while (walker.nextNode()) {
    const { currentNode: node } = walker;
    const element = node.parentElement;
    const text = node.textContent?.trim() ?? '';
    if (!element || text === '' || element.closest(forScreenReaders)) continue;
    // If a frame has no free position for its name, the name is hidden in the frame and is shown by
    // another element in front of all elements.
    if (getComputedStyle(element).visibility === 'hidden') continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    texts.push({ text, element, box: range.getBoundingClientRect() });
  }
  if (texts.length === 0) return ['there are no texts'];
  return texts.flatMap(({ text, element, box }, at) => [
    ...texts
      .slice(at + 1)
      .filter((other) => overlap(box, other.box))
      .map((other) => `“${text}” and “${other.text}”`),
    ...shapes
      .filter((shape) => overlap(box, shape.box) && !shape.element.contains(element))
      .filter((shape) => isLater(shape.element, element))
      .map((shape) => `“${text}” under ${shape.element.className} ${shape.element.textContent}`),
  ]);
};

/** Imports a file with the positions that it states, and waits until its model is open. */
const importFile = async (app: App, path: string): Promise<void> => {
  const { window } = app;
  await dropFiles(window, path);
  const dialog = window.getByRole('dialog', { name: 'Import' });
  const confirm = dialog.getByRole('button', { name: 'Import', exact: true });
  await expect(confirm).toBeEnabled();
  const keep = dialog.getByRole('radio', { name: 'Keep as in the file' });
  if ((await keep.count()) > 0) await keep.check();
  await openingAnother(app, async () => await confirm.click());
};

test('no text on the canvas hides another, and nothing hides a text', async ({ start }) => {
  test.setTimeout(600_000);
  const app = await start();
  const { window } = app;
  await expect(canvas(app)).toBeVisible();
  // The window must be large, because only elements in view are in the page, and only a drawing that
  // fits into the window is shown at 100%. A window with four times as many pixels would take half a
  // minute longer.
  await window.setViewportSize({ width: 3600, height: 2400 });
  const found: Record<string, string[]> = {};
  let tried = 0;
  const checkTexts = async (name: string): Promise<void> => {
    await window.keyboard.press('Control+0');
    tried += 1;
    const hidden = async (): Promise<string[]> => await window.evaluate(hiddenTexts);
    // The window places the texts one animation frame after the elements, so the check is repeated.
    await expect
      .poll(hidden)
      .toEqual([])
      .catch(async () => {
        found[name] = await hidden();
      });
  };
  await checkTexts('the sample');
  for (const path of [...ownOtmFiles(), ...foreignOtmFiles(), ...filesOfOtherTools()]) {
    const canvases = canvasesIn(path);
    if (canvases.length === 0) continue;
    await test.step(basename(path), async () => {
      await importFile(app, path);
      for (const { title, elements } of canvases) {
        await window.getByRole('tab', { name: title, exact: true }).first().click();
        await expect(window.locator('.react-flow__node')).toHaveCount(elements);
        await checkTexts(`${basename(path)}, ${title}`);
      }
    });
  }
  expect(tried).toBeGreaterThan(5);
  expect(found).toEqual({});
});
