import type { CanvasEdge } from './document.ts';

/** Which of the flows between the same two nodes one is: `index` of `count`, from 0. */
export type Lane = { index: number; count: number };

const alone: Lane = { index: 0, count: 1 };
const lanes = new WeakMap<readonly CanvasEdge[], Map<string, Lane>>();

/** The same for flows of either direction, so that there and back do not lie on one another. */
const pairOf = ({ source, target }: CanvasEdge): string =>
  source < target ? `${source}\n${target}` : `${target}\n${source}`;

export const laneOf = (edges: readonly CanvasEdge[], id: string): Lane => {
  let known = lanes.get(edges);
  if (!known) {
    known = new Map();
    for (const flows of Map.groupBy(edges, pairOf).values()) {
      if (flows.length === 1) continue;
      for (const [index, flow] of flows.entries())
        known.set(flow.id, { index, count: flows.length });
    }
    lanes.set(edges, known);
  }
  return known.get(id) ?? alone;
};
