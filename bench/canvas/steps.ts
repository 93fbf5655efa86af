import type { Page } from '@playwright/test';

/** The number of frames measured for each movement. */
const frames = 90;

/**
 * Pans with the middle mouse button, and returns to the start, so that the drawing stays in view. Returns
 * how long each frame took, in milliseconds.
 */
export const pan = async (page: Page): Promise<number[]> =>
  await page.evaluate(async (count) => {
    const { middle, pane, send } = window.probe;
    const from = middle();
    const middleButton = { button: 1, buttons: 4 };
    send('mousedown', pane(), from, middleButton);
    const times = await window.probe.frames(count, (frame) => {
      const at = { x: from.x + Math.sin(frame / 16) * 400, y: from.y + Math.sin(frame / 24) * 200 };
      send('mousemove', window, at, middleButton);
    });
    send('mousemove', window, from, middleButton);
    send('mouseup', window, from, middleButton);
    return times;
  }, frames);

/**
 * Zooms with Ctrl and the wheel around the first component of the model (`large-model.ts`) until the
 * zoom reaches `until`. `by` is the wheel delta per frame. A negative delta zooms in.
 */
export const zoom = async (page: Page, by: number, until: number): Promise<number[]> =>
  await page.evaluate(
    async ([count, deltaY, end]) => {
      const { pane, windowPointOf, send, zoomNow } = window.probe;
      const at = windowPointOf({ x: 195, y: 210 });
      return await window.probe.frames(count, () => {
        const isAtEnd = deltaY < 0 ? zoomNow() >= end : zoomNow() <= end;
        if (!isAtEnd) send('wheel', pane(), at, { deltaY, ctrlKey: true });
      });
    },
    [frames, by, until] as const,
  );

export const zoomNow = async (page: Page): Promise<number> =>
  await page.evaluate(() => window.probe.zoomNow());

const nodeInView = '.react-flow__node-processNode';

export const drag = async (page: Page): Promise<number[]> =>
  await page.evaluate(
    async ([count, selector]) => {
      const { centreOf, nearest, send } = window.probe;
      const node = nearest(selector);
      const from = centreOf(node);
      send('mousedown', node, from, { buttons: 1 });
      const times = await window.probe.frames(count, (frame) => {
        const at = { x: from.x + Math.sin(frame / 12) * 80, y: from.y + Math.sin(frame / 9) * 40 };
        send('mousemove', window, at, { buttons: 1 });
      });
      send('mouseup', window, from);
      return times;
    },
    [frames, nodeInView] as const,
  );

export const select = async (page: Page, which: number): Promise<number> =>
  await page.evaluate(
    async ([selector, skipped]) => {
      const { centreOf, nearest, send, untilPainted } = window.probe;
      const node = nearest(selector, skipped);
      const at = centreOf(node);
      return await untilPainted(
        () => {
          for (const type of ['mousedown', 'mouseup', 'click']) send(type, node, at);
        },
        () => node.classList.contains('selected'),
      );
    },
    [nodeInView, which] as const,
  );

/** Opens the field with the name of the selected element. */
export const openName = async (page: Page): Promise<void> => {
  await page.locator('.react-flow__node.selected').focus();
  await page.keyboard.press('F2');
  await page.locator('.react-flow textarea').waitFor();
};

/** Types a name letter by letter. Returns the time until each letter is shown, in milliseconds. */
export const type = async (page: Page, name: string): Promise<number[]> =>
  await page.evaluate(async (letters) => {
    const { field, untilPainted } = window.probe;
    const area = field();
    area.select();
    const typed: number[] = [];
    for (const letter of letters) {
      typed.push(
        await untilPainted(() => {
          area.setRangeText(letter, area.selectionStart, area.selectionEnd, 'end');
          area.dispatchEvent(new InputEvent('input', { bubbles: true }));
        }),
      );
    }
    return typed;
  }, name);

/** The times until the name is shown and until it is saved, in milliseconds. */
export type Renamed = { renamed: number; saved: number };

/** Ends the typing of a name with Enter. */
export const finishName = async (page: Page): Promise<Renamed> =>
  await page.evaluate(async () => {
    const { field, untilPainted } = window.probe;
    const area = field();
    const isSaved = window.probe.saved();
    const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
    let entered = 0;
    const renamed = await untilPainted(
      () => {
        entered = performance.now();
        area.dispatchEvent(enter);
      },
      () => !area.isConnected,
    );
    return { renamed, saved: (await isSaved) - entered };
  });

/** Undoes the rename. Returns the time until the name has disappeared, in milliseconds. */
export const undo = async (page: Page, name: string): Promise<number> =>
  await page.evaluate(async (removedName) => {
    const { untilPainted } = window.probe;
    const press = { key: 'z', code: 'KeyZ', ctrlKey: true, bubbles: true, cancelable: true };
    const shows = (): boolean =>
      document.querySelector('.react-flow__node.selected')?.textContent.includes(removedName) ??
      false;
    return await untilPainted(
      () =>
        (document.activeElement ?? document.body).dispatchEvent(
          new KeyboardEvent('keydown', press),
        ),
      () => !shows(),
    );
  }, name);

/**
 * Opens the canvas of a model from the home page. Returns the time until the first element or the
 * picture of the drawing is shown, in milliseconds.
 */
export const open = async (page: Page, model: string): Promise<number> => {
  await page.getByRole('link', { name: 'Home' }).first().click();
  await page.locator('.react-flow').waitFor({ state: 'detached' });
  await page.getByRole('treeitem').filter({ hasText: model }).first().waitFor();
  return await page.evaluate(async (title) => {
    const items = [...document.querySelectorAll<HTMLElement>('[role="treeitem"]')];
    const item = items.find(({ textContent }) => textContent.includes(title));
    const { isDrawn, untilPainted } = window.probe;
    return await untilPainted(() => (item?.querySelector('a') ?? item)?.click(), isDrawn);
  }, model);
};

const tabs = '[role="tab"][data-tab]';

/** Shows the other canvas of the model. Returns the time until it is drawn, in milliseconds. */
export const switchCanvas = async (page: Page): Promise<number> =>
  await page.evaluate(async (selector) => {
    const { isDrawn, untilPainted } = window.probe;
    const other = [...document.querySelectorAll<HTMLElement>(selector)].find(
      (tab) => tab.getAttribute('aria-selected') !== 'true',
    );
    return await untilPainted(
      () => other?.click(),
      () => other?.getAttribute('aria-selected') === 'true' && isDrawn(),
    );
  }, tabs);

/**
 * Duplicates or deletes the open canvas. Returns how long each frame took until the other canvas is
 * drawn, in milliseconds.
 */
export const changeCanvases = async (
  page: Page,
  command: 'Duplicate canvas' | 'Delete canvas',
): Promise<number[]> => {
  await page.locator(`${tabs}[aria-selected="true"]`).click({ button: 'right' });
  await page.getByRole('menuitem', { name: command }).waitFor();
  return await page.evaluate(
    async ([selector, name]) => {
      const { framesUntil, isDrawn } = window.probe;
      const shown = (): string | undefined =>
        document.querySelector<HTMLElement>(`${selector}[aria-selected="true"]`)?.dataset['tab'];
      const before = shown();
      const item = [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')].find(
        ({ textContent }) => textContent.startsWith(name),
      );
      return await framesUntil(
        () => item?.click(),
        () => shown() !== before && isDrawn(),
      );
    },
    [tabs, command] as const,
  );
};

export const nodesInPage = async (page: Page): Promise<number> =>
  await page.locator('.react-flow__node').count();

/** Returns the heap size after a garbage collection, in megabytes. */
export const heap = async (page: Page): Promise<number> => {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize / 2 ** 20;
};
