import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { z } from 'zod';
import { largeModel } from '#shared/otm/testing/large-model.ts';
import { expect, type App } from './app.ts';
import { canvas } from './canvas.ts';
import { answerSaveDialog, dropFiles } from './files.ts';

export type Point = { x: number; y: number };

const count = 2000;
/**
 * Positions in the layout of `largeModel`: `at` is the center of a component on the canvas, and `inZone`
 * is the position of the component in its boundary.
 */
export const first = { name: 'Orders API 0', at: { x: 195, y: 210 }, inZone: { x: 60, y: 90 } };
export const second = { at: { x: 405, y: 210 } };

export const nodes = ({ window }: App): Locator => window.locator('.react-flow__node');
export const inspector = ({ window }: App): Locator =>
  window.getByRole('complementary', { name: 'Inspector' });
export const announcement = (app: App): Locator => canvas(app).getByRole('status');

export const importLarge = async (app: App, profile: string): Promise<void> => {
  const file = join(profile, 'large.otm');
  writeFileSync(file, largeModel('Large', count));
  const { window } = app;
  await expect(window.getByRole('tree', { name: 'Collections and threat models' })).toBeVisible();
  await dropFiles(window, file);
  const dialog = window.getByRole('dialog', { name: 'Import' });
  await dialog.getByRole('button', { name: /^Import/ }).click();
  await expect(window.getByText(/^Imported /)).toBeVisible();
  // The model has 27 boundaries besides its components and flows.
  await expect(canvas(app)).toHaveAccessibleName(/4,?027 elements/);
};

/** Returns the zoom, and a function that maps canvas points to window coordinates. */
export const view = async ({
  window,
}: App): Promise<{ zoom: number; of: (point: Point) => Point }> => {
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

export const screenPointOf = async (app: App, point: Point): Promise<Point> =>
  (await view(app)).of(point);

export const clickAt = async (app: App, point: Point): Promise<void> => {
  const { x, y } = await screenPointOf(app, point);
  await app.window.mouse.click(x, y);
};

export const dragFrom = async (app: App, from: Point, by: Point): Promise<void> => {
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
export const stored = async (app: App, profile: string, file: string) => {
  const path = join(profile, file);
  await answerSaveDialog(app.application, path);
  await app.window.keyboard.press('Control+Shift+E');
  await expect(app.window.getByText(`Saved as ${file}`)).toBeVisible();
  const { components } = documentSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  return {
    names: components.map(({ name }) => name),
    first: components.find(({ name }) => name === first.name)?.representations[0]?.position,
  };
};

/**
 * Zooms with Ctrl and the wheel at a point of the window. Returns the number of nodes that were mounted
 * before, and the width of the overview that is painted in the next frames, which is 0 if none is painted.
 */
export const zoomedBy = async (
  { window }: App,
  at: Point,
  deltaY: number,
): Promise<{ mounted: number; painted: number }> =>
  await window.evaluate(
    async ([{ x, y }, by]) => {
      const mounted = document.querySelectorAll('.react-flow__node').length;
      const options = { bubbles: true, cancelable: true, clientX: x, clientY: y, ctrlKey: true };
      const wheel = new WheelEvent('wheel', { ...options, deltaY: by });
      document.querySelector('.react-flow__pane')?.dispatchEvent(wheel);
      const overview = document.querySelector<HTMLCanvasElement>('canvas[data-overview]');
      let painted = 0;
      for (let frame = 0; frame < 3; frame += 1) {
        await new Promise(requestAnimationFrame);
        painted = Math.max(painted, overview?.width ?? 0);
      }
      return { mounted, painted };
    },
    [at, deltaY] as const,
  );

/** Expects that the canvas opens as an overview, and stays one when the first movements have ended. */
export const expectOverview = async (app: App): Promise<void> => {
  await expect(canvas(app)).toHaveAccessibleName(/4,?027 elements/);
  const overview = app.window.locator('[data-overview]');
  await expect(overview).not.toHaveAttribute('width', '0');
  // A region that is chosen for a wrong viewport is mounted only after this time.
  await app.window.waitForTimeout(600);
  await expect(overview).not.toHaveAttribute('width', '0');
  await expect(nodes(app)).toHaveCount(0);
};
