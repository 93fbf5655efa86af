import { history } from './history.ts';

const pathOf = (canvasId: string): string => `/canvases/${encodeURIComponent(canvasId)}`;

/** For what leads to a canvas and is no component; those have the router. */
export const openCanvas = (canvasId: string): void => history.push(pathOf(canvasId));

export const openModel = (modelId: string): void =>
  history.push(`/models/${encodeURIComponent(modelId)}`);

/** Whether the window is on a canvas; the canvas store keeps the last one, left or not. */
export const isCanvasShown = (canvasId: string): boolean =>
  history.location.pathname === pathOf(canvasId);
