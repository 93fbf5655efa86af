import type { ModelContent, ReadModel } from '../otm/content.ts';
import { byId } from './by-id.ts';
import { placeUnstated, withSizeOf } from './place-unstated.ts';

/** The IDs of the boundaries that were enlarged to hold new elements, by the ID of the canvas. */
type Enlarged = ReadonlyMap<string, ReadonlySet<string>>;

type PlacedModel = { model: ModelContent; enlarged: Enlarged };

/**
 * Returns the content of a file. Positions and sizes that the file does not state are taken from
 * `before`, an earlier version of the model. New elements do not cover elements of `now`.
 */
export const placeModel = (
  { content, unstated }: Pick<ReadModel, 'content' | 'unstated'>,
  before: ModelContent,
  now = before,
): PlacedModel => {
  const [known, current] = [byId(before.canvases), byId(now.canvases)];
  const enlarged = new Map<string, ReadonlySet<string>>();
  const canvases = content.canvases.map((canvas) => {
    const own = known.get(canvas.id);
    const missing = unstated.get(canvas.id);
    if (!own || !missing) return canvas;
    const placed = placeUnstated({
      document: canvas.data,
      before: own.data,
      now: current.get(canvas.id)?.data ?? own.data,
      unstated: missing,
    });
    enlarged.set(canvas.id, placed.enlarged);
    return { ...canvas, data: placed.document };
  });
  return { model: { ...content, canvases }, enlarged };
};

/** Returns `model`, but the boundaries in `enlarged` have their sizes from `other`. */
export const withSizesFrom = (
  other: ModelContent,
  model: ModelContent,
  enlarged: Enlarged,
): ModelContent => {
  const others = byId(other.canvases);
  const canvases = model.canvases.map((canvas) => {
    const ids = enlarged.get(canvas.id);
    if (!ids || ids.size === 0) return canvas;
    const nodes = byId(others.get(canvas.id)?.data.nodes ?? []);
    const sized = canvas.data.nodes.map((node) => {
      const known = ids.has(node.id) ? nodes.get(node.id) : undefined;
      return known ? withSizeOf(node, known) : node;
    });
    return { ...canvas, data: { ...canvas.data, nodes: sized } };
  });
  return { ...model, canvases };
};
