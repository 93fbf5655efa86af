import type { Viewport } from '@xyflow/react';
import { savedPreferences, savePreferences } from '../../kernel/desktop/preferences.ts';

/** The number of canvases whose view is kept: those that were opened last. */
const maxViews = 200;

/** Milliseconds without a change until the views are stored. */
const pause = 1000;

const views = new Map(Object.entries(savedPreferences.canvasViews));
let timer: ReturnType<typeof setTimeout> | undefined;

export const canvasView = (canvasId: string): Viewport | undefined => views.get(canvasId);

const store = (): void => {
  clearTimeout(timer);
  timer = undefined;
  savePreferences({ canvasViews: Object.fromEntries([...views].slice(-maxViews)) });
};

/** Remembers the view of a canvas, also for the next start. */
export const keepCanvasView = (canvasId: string, { x, y, zoom }: Viewport): void => {
  views.delete(canvasId);
  views.set(canvasId, { x, y, zoom });
  clearTimeout(timer);
  timer = setTimeout(store, pause);
};

window.addEventListener('pagehide', () => {
  if (timer !== undefined) store();
});
