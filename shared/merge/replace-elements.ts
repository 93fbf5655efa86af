import type { CanvasDocument } from '../canvas/document.ts';
import { byId } from './by-id.ts';
import type { Element } from './element-fields.ts';
import type { ElementConflict } from './merge-canvas.ts';
import { insertOwn } from './merge-order.ts';

/**
 * Returns the document with some elements taken from another document: replaced, added, or removed. The
 * other elements keep their order, because they would otherwise seem to have been moved.
 */
export const replaceElements = (
  document: CanvasDocument,
  from: CanvasDocument,
  elements: readonly Pick<ElementConflict, 'element' | 'id'>[],
): CanvasDocument => {
  const idsOf = (kind: 'node' | 'edge'): Set<string> =>
    new Set(elements.filter(({ element }) => element === kind).map(({ id }) => id));
  return {
    ...document,
    nodes: replaced(document.nodes, from.nodes, idsOf('node')),
    edges: replaced(document.edges, from.edges, idsOf('edge')),
  };
};

const replaced = <E extends Element>(own: E[], other: E[], ids: ReadonlySet<string>): E[] => {
  if (ids.size === 0) return own;
  const [owns, others] = [byId(own), byId(other)];
  const remaining = own.map(({ id }) => id).filter((id) => !ids.has(id) || others.has(id));
  const order = insertOwn(
    remaining,
    other.map(({ id }) => id),
    { has: (id) => ids.has(id), parentOf: () => undefined },
  );
  return order.flatMap((id) => (ids.has(id) ? others : owns).get(id) ?? []);
};
