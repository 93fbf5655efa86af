import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import {
  canvasDocumentSchema,
  edgeSchema,
  nodeSchema,
  storedDocumentSchema,
  type CanvasDocument,
} from '#shared/canvas/document.ts';
import type { Store } from '../store/store.ts';
import { withForeignMarked } from './component-ids.ts';
import { parentNamedBy, type Remote } from './endpoints.ts';

/**
 * The number of elements that are checked in one turn of the event loop. A drawing with more elements
 * counts as large.
 */
const elementsAtOnce = 1000;

/**
 * The checked drawing of each answer; `null` if it is invalid. The result is cached, because checking a
 * large drawing takes a tenth of a second, and several steps need the result.
 */
const checked = new WeakMap<Remote, CanvasDocument | null>();

// These tell if a value is a drawing. The value itself is then used, because a copy by zod lacks a key
// named `__proto__`. `hasElements` does not check the elements.
const isDrawing = (value: unknown): value is CanvasDocument =>
  canvasDocumentSchema.safeParse(value).success;
const hasElements = (value: unknown): value is CanvasDocument =>
  storedDocumentSchema.safeParse(value).success;

/**
 * Returns the drawing in an answer, with the IDs of the service, or `null` if the answer has no valid
 * drawing.
 */
export const drawingOf = (remote: Remote): CanvasDocument | null => {
  const known = checked.get(remote);
  if (known !== undefined) return known;
  const { data } = remote;
  const drawing = isDrawing(data) ? data : null;
  checked.set(remote, drawing);
  return drawing;
};

/**
 * Returns the local IDs of the models to which the components of a drawing may belong: the model that the
 * answer names, and the one in which this store has the canvas. These differ if somebody moved canvases to
 * another model, and this store has not read all of them yet. Returns an empty list if the answer names no
 * model, or one that this store has never had.
 */
export const modelsHere = (
  { records, idMap }: Pick<Store, 'records' | 'idMap'>,
  remote: Remote,
): string[] => {
  const there = parentNamedBy('canvas', remote);
  if (there === null) return [];
  const model = idMap.localId('threatModel', there) ?? idMap.formerLocalId('threatModel', there);
  const canvasId = idMap.localId('canvas', remote.id);
  const before = canvasId === null ? null : records.find('canvas', canvasId)?.parentId;
  return model === null ? [] : [model, before ?? model];
};

/**
 * Like `drawingOf`, but marks the IDs of components that this store has in another model than that of
 * the drawing (see `withForeignMarked`).
 */
export const drawingFor = (
  store: Pick<Store, 'records' | 'idMap'>,
  remote: Remote,
  modelIds: readonly string[] = modelsHere(store, remote),
): CanvasDocument | null => {
  const drawing = drawingOf(remote);
  // Only former IDs are marked. Most stores have none, so the slow look at each element of a large
  // drawing is skipped.
  if (!drawing || !store.idMap.hasFormerIds('component')) return drawing;
  return withForeignMarked(store, drawing, modelIds);
};

/** Tells if all values match a schema. Checks them in several turns of the event loop. */
const matchInTurns = async (schema: z.ZodType, values: readonly unknown[]): Promise<boolean> => {
  for (let at = 0; at < values.length; at += elementsAtOnce) {
    const { success } = z.array(schema).safeParse(values.slice(at, at + elementsAtOnce));
    if (!success) return false;
    await nextTurn();
  }
  return true;
};

/**
 * Checks a large drawing in several turns of the event loop and caches the result for `drawingOf`.
 * Returns false if the drawing is not large, and then checks nothing.
 */
export const checkInTurns = async (remote: Remote): Promise<boolean> => {
  const { data } = remote;
  if (!hasElements(data) || data.nodes.length + data.edges.length <= elementsAtOnce) return false;
  const isValid =
    (await matchInTurns(nodeSchema, data.nodes)) && (await matchInTurns(edgeSchema, data.edges));
  checked.set(remote, isValid ? data : null);
  return true;
};
