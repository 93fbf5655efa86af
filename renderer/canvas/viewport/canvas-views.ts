import type { Viewport } from '@xyflow/react';
import { savedPreferences, savePreferences } from '../../kernel/desktop/preferences.ts';

/**
 * The largest number of canvases whose viewport is stored. If there are more, those whose viewport was
 * changed longest ago are left out.
 */
const maxViews = 200;

/** The time, in milliseconds, without a change of any viewport, after which the viewports are stored. */
const pause = 1000;

const views = new Map(Object.entries(savedPreferences.canvasViews));
let timer: ReturnType<typeof setTimeout> | undefined;

export const canvasView = (canvasId: string): Viewport | undefined => views.get(canvasId);

const store = (): void => {
  clearTimeout(timer);
  timer = undefined;
  savePreferences({ canvasViews: Object.fromEntries([...views].slice(-maxViews)) });
};

/** Remembers the viewport of a canvas, even after a restart of the app. */
export const keepCanvasView = (canvasId: string, { x, y, zoom }: Viewport): void => {
  views.delete(canvasId);
  views.set(canvasId, { x, y, zoom });
  clearTimeout(timer);
  timer = setTimeout(store, pause);
};

/** Forgets the viewport of a canvas, so that the canvas opens with the whole drawing in view. */
export const forgetCanvasView = (canvasId: string): void => {
  if (!views.delete(canvasId)) return;
  clearTimeout(timer);
  timer = setTimeout(store, pause);
};

window.addEventListener('pagehide', () => {
  if (timer !== undefined) store();
});
