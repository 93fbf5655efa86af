import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { verbatim } from '#shared/api/verbatim.ts';
import {
  edgeSchema,
  nodeSchema,
  storedDocumentSchema,
  verbatimDocument,
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

/**
 * Returns the drawing in an answer, with the IDs of the service, or `null` if the answer has no valid
 * drawing.
 */
export const drawingOf = (remote: Remote): CanvasDocument | null => {
  const known = checked.get(remote);
  if (known !== undefined) return known;
  const drawing = verbatimDocument.safeParse(remote['data']).data ?? null;
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

const inTurns = async <Schema extends z.ZodType>(
  schema: Schema,
  values: readonly unknown[],
): Promise<z.input<Schema>[] | null> => {
  const elements: z.input<Schema>[] = [];
  const several = verbatim(z.array(schema));
  for (let at = 0; at < values.length; at += elementsAtOnce) {
    const read = several.safeParse(values.slice(at, at + elementsAtOnce));
    if (!read.success) return null;
    elements.push(...read.data);
    await nextTurn();
  }
  return elements;
};

/**
 * Checks a large drawing in several turns of the event loop and caches the result for `drawingOf`.
 * Returns false if the drawing is not large, and then checks nothing.
 */
export const checkInTurns = async (remote: Remote): Promise<boolean> => {
  const { data: drawing } = storedDocumentSchema.safeParse(remote['data']);
  if (!drawing || drawing.nodes.length + drawing.edges.length <= elementsAtOnce) return false;
  const nodes = await inTurns(nodeSchema, drawing.nodes);
  const edges = nodes && (await inTurns(edgeSchema, drawing.edges));
  checked.set(remote, edges && { ...drawing, nodes, edges });
  return true;
};
