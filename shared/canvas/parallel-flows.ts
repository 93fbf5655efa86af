import { hiddenIn } from './collapsed.ts';
import type { CanvasDocument, CanvasEdge } from './document.ts';
import { flowEndsOf } from './flow-ends.ts';

/** Which of the flows between the same two nodes one is: `index` of `count`, from 0. */
export type Lane = { index: number; count: number };
type Lanes = ReadonlyMap<string, Lane>;

const alone: Lane = { index: 0, count: 1 };
/** By what is hidden, and by the flows: both change seldom, and lanes are asked for all the time. */
const known = new WeakMap<object, WeakMap<readonly CanvasEdge[], Lanes>>();

/** As what is drawn has them: flows into a collapsed boundary share its outside. */
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
 * The same for flows of either direction, so that there and back do not lie on one another; negative
 * where there is nothing to draw.
 */
const pairOf = (source: number, target: number, count: number): number =>
  source < target ? source * count + target : target * count + source;
