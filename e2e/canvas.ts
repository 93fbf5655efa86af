import type { Locator } from '@playwright/test';
import { expect, type App } from './app.ts';

export const canvas = ({ window }: App): Locator =>
  window.getByRole('application', { name: /^Canvas, / });

/**
 * Waits until the canvas in the address of the window takes clicks and keys. Until then, the canvas before
 * stays on the screen.
 */
export const canvasIsShown = async ({ window }: App): Promise<void> => {
  const isShown = (): boolean => {
    const [, id = ''] = /\/canvases\/([^/]+)$/.exec(location.hash) ?? [];
    const shown = document.querySelector<HTMLElement>('[data-canvas]:not([inert])');
    return shown?.dataset['canvas'] === decodeURIComponent(id);
  };
  await expect.poll(async () => await window.evaluate(isShown)).toBe(true);
};

/** Runs `act`, which opens another canvas, and waits until this canvas is shown. */
export const openingAnother = async (app: App, act: () => Promise<void>): Promise<void> => {
  const before = app.window.url();
  await act();
  await expect.poll(() => app.window.url()).not.toBe(before);
  await canvasIsShown(app);
};

/** Finds a node on the canvas by a part of its accessible name, such as “Web app, Process”. */
export const node = ({ window }: App, name: string | RegExp): Locator =>
  window.getByRole('group', { name }).first();

export const processNamed = ({ window }: App, name: string): Locator =>
  window.getByRole('group', { name: `${name}, Process` });

/** Adds a process with its shortcut and names it. */
export const addProcess = async (app: App, name: string): Promise<void> => {
  await canvas(app).click({ position: { x: 400, y: 8 } });
  await app.window.keyboard.press('p');
  await app.window.keyboard.type(name);
  await app.window.keyboard.press('Enter');
  await expect(processNamed(app, name)).toBeVisible();
};

/** Renames a process with F2. */
export const renameProcess = async (app: App, from: string, to: string): Promise<void> => {
  // Clicks the corner, because elements that were added later can cover everything else.
  await processNamed(app, from)
    .first()
    .click({ position: { x: 6, y: 6 } });
  await app.window.keyboard.press('F2');
  await app.window.keyboard.type(to);
  await app.window.keyboard.press('Enter');
  await expect(processNamed(app, to)).toBeVisible();
};

/** Adds an empty canvas to the sample and opens it. */
export const openEmptyCanvas = async (app: App): Promise<void> => {
  await expect(canvas(app)).toBeVisible();
  await app.window.getByRole('button', { name: 'Add canvas' }).click();
  await app.window.keyboard.press('Enter');
  await expect(app.window.getByRole('heading', { name: 'Draw your system' })).toBeVisible();
};

/** Adds an element with the shortcut of its kind, centered on a point of the canvas. */
export const add = async (
  app: App,
  key: string,
  name: string,
  x: number,
  y: number,
): Promise<void> => {
  const box = await canvas(app).boundingBox();
  await app.window.mouse.move((box?.x ?? 0) + x, (box?.y ?? 0) + y);
  await app.window.keyboard.press(key);
  await app.window.keyboard.type(name);
  await app.window.keyboard.press('Enter');
  await expect(node(app, name)).toBeVisible();
};

export type Box = { x: number; y: number; width: number; height: number };

/** Returns a node's box on the screen, in whole pixels. */
export const boxOf = async (app: App, name: string | RegExp): Promise<Box> => {
  const box = await node(app, name).boundingBox();
  if (!box) throw new Error(`${String(name)} is not on the canvas`);
  const { x, y, width, height } = box;
  const [left, top] = [Math.round(x), Math.round(y)];
  return { x: left, y: top, width: Math.round(width), height: Math.round(height) };
};

/** Drags a node by its center. */
export const drag = async (
  app: App,
  name: string | RegExp,
  dx: number,
  dy: number,
): Promise<void> => {
  const { x, y, width, height } = await boxOf(app, name);
  const { mouse } = app.window;
  await mouse.move(x + width / 2, y + height / 2);
  await mouse.down();
  // The first movement starts the drag without moving the node, so it is only 2 px long.
  await mouse.move(x + width / 2 + Math.sign(dx) * 2, y + height / 2 + Math.sign(dy) * 2);
  await mouse.move(x + width / 2 + dx, y + height / 2 + dy, { steps: 8 });
  await mouse.up();
};

/** Chooses yes or no for a security property of the selection. */
export const answer = async (
  { window }: App,
  property: string,
  value: 'Yes' | 'No',
): Promise<void> => {
  const answers = window.getByRole('radiogroup', { name: property, exact: true });
  await answers.getByText(value, { exact: true }).click();
  await expect(answers.getByRole('radio', { name: value, exact: true })).toBeChecked();
};
