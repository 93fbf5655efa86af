import { hiddenIn } from './collapsed.ts';
import type { CanvasDocument, CanvasEdge } from './document.ts';
import { flowEndsOf } from './flow-ends.ts';

/** The position of a flow among the `count` flows between the same two nodes. `index` counts from 0. */
export type Lane = { index: number; count: number };
type Lanes = ReadonlyMap<string, Lane>;

const alone: Lane = { index: 0, count: 1 };
/**
 * The lanes for each map of hidden nodes and each array of flows. They are cached, because they are read
 * often and both the map and the array rarely change.
 */
const known = new WeakMap<object, WeakMap<readonly CanvasEdge[], Lanes>>();

/**
 * Returns the lane of a flow. Flows are parallel if they are drawn between the same two visible nodes,
 * which may be collapsed boundaries.
 */
export const laneOf = (document: CanvasDocument, id: string): Lane => {
  const hidden = hiddenIn(document);
  const ofHidden = known.get(hidden) ?? new WeakMap<readonly CanvasEdge[], Lanes>();
  known.set(hidden, ofHidden);
  const lanes = ofHidden.get(document.edges) ?? lanesIn(document);
  ofHidden.set(document.edges, lanes);
  return lanes.get(id) ?? alone;
};

const lanesIn = (document: CanvasDocument): Lanes => {
  const { source, target } = flowEndsOf(document);
  const pairs = new Map<number, string[]>();
  for (const [at, { id }] of document.edges.entries()) {
    const pair = pairOf(source[at] ?? -1, target[at] ?? -1, document.nodes.length);
    const flows = pairs.get(pair);
    if (flows) flows.push(id);
    else if (pair >= 0) pairs.set(pair, [id]);
  }
  const lanes = new Map<string, Lane>();
  for (const flows of pairs.values()) {
    if (flows.length === 1) continue;
    for (const [index, id] of flows.entries()) lanes.set(id, { index, count: flows.length });
  }
  return lanes;
};

/**
 * Returns a key for the pair of nodes at the ends of a flow, or a negative number if the flow is not
 * drawn. The key is the same for both directions, so flows in opposite directions get different lanes
 * and do not overlap.
 */
const pairOf = (source: number, target: number, count: number): number =>
  source < target ? source * count + target : target * count + source;
