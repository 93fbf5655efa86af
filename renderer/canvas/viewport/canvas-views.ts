import type { Viewport } from '@xyflow/react';
import { savedPreferences, savePreferences } from '../../kernel/desktop/preferences.ts';

/** The number of canvases whose viewport is remembered: those whose viewport was changed last. */
const maxViews = 200;

/** The viewports are stored after this many milliseconds without a change. */
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

window.addEventListener('pagehide', () => {
  if (timer !== undefined) store();
});
