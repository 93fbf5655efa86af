import type { ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api.js';
import type { Position } from '#shared/canvas/document.ts';
import type { Polyline } from '#shared/canvas/routing/polyline.ts';
import { nodeIdOf } from './layout-tree.ts';

/** Gives the way between two nodes of the drawing as elk has drawn it, in whole pixels. */
export type LineBetween = (source: string, target: string) => Polyline | null;

/**
 * The ways of the edges in a graph that was laid out, on the graph itself (`rootCoordinates`). One
 * serves both directions, so that what goes there and back keeps together.
 */
export const elkLines = (graph: ElkNode): LineBetween => {
  const lines = new Map<string, Polyline>();
  const visit = ({ edges = [], children = [] }: ElkNode): void => {
    for (const edge of edges) {
      const [source, target] = [edge.sources[0], edge.targets[0]].map((id) =>
        id === undefined ? null : nodeIdOf({ id }),
      );
      const line = lineOf(edge);
      if (source && target && line) lines.set(keyOf(source, target), line);
    }
    for (const child of children) visit(child);
  };
  visit(graph);
  return (source, target) =>
    lines.get(keyOf(source, target)) ?? lines.get(keyOf(target, source))?.toReversed() ?? null;
};

const keyOf = (source: string, target: string): string => JSON.stringify([source, target]);

const lineOf = ({ sections }: ElkExtendedEdge): Position[] | null => {
  const [section] = sections ?? [];
  if (!section) return null;
  return [section.startPoint, ...(section.bendPoints ?? []), section.endPoint].map(({ x, y }) => ({
    x: Math.round(x),
    y: Math.round(y),
  }));
};
