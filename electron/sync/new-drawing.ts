import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import type { Store } from '../store/store.ts';
import { checkInTurns, drawingFor, drawingOf, modelsHere } from './checked-drawing.ts';
import { idsFor, namesUnknownIds, withLocalIds } from './component-ids.ts';
import type { Remote } from './endpoints.ts';

type NewDrawing = {
  /** The drawing with local IDs. */
  drawing: CanvasDocument;
  /** The drawing as JSON. */
  text: string;
  /**
   * True if the service's drawing refers to components by IDs that the service does not know, so that
   * the drawing has to be sent.
   */
  namesUnknown: boolean;
};

/**
 * The prepared drawings. `writes` is the store's count of writes when the drawing was prepared. If the
 * count has changed since, the drawing has to be prepared again.
 */
const prepared = new WeakMap<Remote, NewDrawing & { writes: number }>();

/**
 * Prepares a large drawing in several turns of the event loop, so that the transaction that stores it is
 * short. This function stores nothing. If the store is written meanwhile, that transaction prepares the
 * drawing again.
 */
export const prepareDrawing = async (store: Store, remote: Remote): Promise<void> => {
  if (!(await checkInTurns(remote))) return;
  const drawn = drawingOf(remote);
  if (!drawn) return;
  const writes = store.writes();
  const ids = idsFor(store, drawn);
  await nextTurn();
  const serviceDrawing = drawingFor(ids, remote) ?? drawn;
  const modelIds = modelsHere(store, remote);
  const drawing = withLocalIds(ids, serviceDrawing, modelIds);
  const namesUnknown = namesUnknownIds(ids, serviceDrawing, modelIds);
  await nextTurn();
  prepared.set(remote, { drawing, text: JSON.stringify(drawing), namesUnknown, writes });
  await nextTurn();
};

/**
 * Returns the drawing in an answer as it is stored for a new canvas, or `null` if the answer has no
 * valid drawing.
 */
export const newDrawing = (store: Store, remote: Remote): NewDrawing | null => {
  const ready = prepared.get(remote);
  if (ready?.writes === store.writes()) return ready;
  const serviceDrawing = drawingFor(store, remote);
  if (!serviceDrawing) return null;
  const modelIds = modelsHere(store, remote);
  const drawing = withLocalIds(store, serviceDrawing, modelIds);
  const text = JSON.stringify(drawing);
  return { drawing, text, namesUnknown: namesUnknownIds(store, serviceDrawing, modelIds) };
};
