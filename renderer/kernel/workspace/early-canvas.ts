import type { OpenCanvas } from '#shared/desktop/contract.ts';
import { desktop, queries, queryClient } from '../desktop/desktop.ts';
import { changesBegun, inTurn } from '../desktop/in-turn.ts';
import { drawingsChanged } from '../desktop/record-events.ts';
import { canvasInLocation, history, isCanvasShown } from './location.ts';

/** A canvas, and `drawingsChanged` when it was asked for. */
type CanvasRead = OpenCanvas & { asOf: number };

/** The canvas that was asked for before the page that shows it was rendered. */
let early: {
  id: string;
  /** `changesBegun` when the canvas was asked for. */
  changes: number;
  answer: Promise<CanvasRead>;
  timer: ReturnType<typeof setTimeout>;
} | null = null;

/**
 * The time, in ms, after which an early answer is not used any more, because it could show an outdated
 * canvas.
 */
const maxAgeMs = 3000;

/**
 * Asks for the data of the first page before the page is rendered, so that the answers arrive while the
 * texts are loaded and the frame is rendered. If a request fails, the page asks again and shows the
 * error. From then on, a canvas is also asked for as soon as the location changes to it.
 */
export const askEarly = (): void => {
  queryClient.query(queries.workspace.overview.queryOptions()).catch(() => undefined);
  let last = canvasInLocation();
  if (last !== null) {
    const components = queries.canvas.components.queryOptions({ input: { id: last } });
    queryClient.query(components).catch(() => undefined);
    ask(last);
  }
  history.subscribe(() => {
    const id = canvasInLocation();
    if (id === last) return;
    last = id;
    forget();
    if (id !== null) ask(id);
  });
};

const ask = (id: string): void => {
  const answer = readCanvas(id, () => false);
  answer.catch(() => {
    if (early?.answer === answer) forget();
  });
  const timer = setTimeout(() => {
    forget();
    reportDrawn(id);
  }, maxAgeMs);
  early = { id, changes: changesBegun(), answer, timer };
};

const forget = (): void => {
  clearTimeout(early?.timer);
  early = null;
};

/**
 * Returns the answer to the early request. Returns `null` if the request was for another canvas, if it
 * failed, if its answer has already been taken, after `maxAgeMs`, or if a change has begun since then, such
 * as a rename that was saved because the person left the canvas.
 */
export const takeEarlyCanvas = (id: string): Promise<CanvasRead> | null => {
  if (early?.id !== id) return null;
  const { answer, changes } = early;
  forget();
  return changes === changesBegun() ? answer : null;
};

/**
 * Reads a canvas after all earlier changes are stored. `isOnScreen` tells if the window has already drawn
 * the canvas, which then cannot hang the window.
 */
export const readCanvas = async (id: string, isOnScreen: () => boolean): Promise<CanvasRead> => {
  const read = await inTurn(async () => {
    const asOf = drawingsChanged();
    return { ...(await desktop.canvas.open({ id, isOnScreen: isOnScreen() })), asOf };
  });
  if (!isCanvasShown(id)) reportDrawn(id);
  return read;
};

/** Reports to the main process that a canvas was drawn or closed, and thus did not hang the window. */
export const reportDrawn = (id: string): void => {
  desktop.canvas.drawn({ id }).catch(() => undefined);
};
