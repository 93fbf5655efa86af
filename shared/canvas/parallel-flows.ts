import { drawnEnds, hiddenIn } from './collapsed.ts';
import type { CanvasDocument, CanvasEdge } from './document.ts';

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
  const lanes = new Map<string, Lane>();
  const drawn = document.edges.flatMap((edge) => {
    const ends = drawnEnds(document, edge);
    return ends ? [{ id: edge.id, pair: pairOf(ends) }] : [];
  });
  for (const flows of Map.groupBy(drawn, ({ pair }) => pair).values()) {
    if (flows.length === 1) continue;
    for (const [index, { id }] of flows.entries()) lanes.set(id, { index, count: flows.length });
  }
  return lanes;
};

/** The same for flows of either direction, so that there and back do not lie on one another. */
const pairOf = ({ source, target }: { source: string; target: string }): string =>
  source < target ? `${source}\n${target}` : `${target}\n${source}`;
