import type { OpenCanvas } from '#shared/desktop/contract.ts';
import { desktop, queries, queryClient } from '../desktop/desktop.ts';
import { drawingsChanged } from '../desktop/record-events.ts';
import { canvasInLocation } from './location.ts';

/** The answer, and `drawingsChanged` when the canvas was asked for. */
type FirstCanvas = OpenCanvas & { asOf: number };

let asked: { id: string; answer: Promise<FirstCanvas> } | null = null;
/**
 * The time, in ms after the page was loaded, until which the early answer is used. After this time, the
 * answer could show an outdated canvas.
 */
const startTime = 10_000;

/**
 * Asks for the data of the first page before the page is rendered, so that the answers arrive while the
 * texts are loaded and the frame is rendered. If a request fails, the page asks again and shows the
 * error.
 */
export const askForFirstCanvas = (): void => {
  queryClient.query(queries.workspace.overview.queryOptions()).catch(() => undefined);
  const id = canvasInLocation();
  if (id === null) return;
  const components = queries.canvas.components.queryOptions({ input: { id } });
  queryClient.query(components).catch(() => undefined);
  const asOf = drawingsChanged();
  const answer = desktop.canvas.open({ id, isOnScreen: false }).then((open) => ({ ...open, asOf }));
  answer.catch(() => (asked = null));
  asked = { id, answer };
};

/**
 * Returns the answer to the early request. Returns `null` if the request was for another canvas, if the
 * answer has already been taken, or after `startTime`.
 */
export const takeFirstCanvas = (id: string): Promise<FirstCanvas> | null => {
  const first = asked;
  asked = null;
  return first?.id === id && performance.now() < startTime ? first.answer : null;
};
