import { drawnEnds, hiddenIn } from './collapsed.ts';
import type { CanvasDocument, CanvasEdge } from './document.ts';
import { edgeById, nodeById, withDescendants } from './lookup.ts';

/** Returns the IDs of the nodes that are not hidden in a collapsed boundary. */
const visibleNodes = (document: CanvasDocument): string[] => {
  const hidden = hiddenIn(document);
  return document.nodes.filter(({ id }) => !hidden.has(id)).map(({ id }) => id);
};

/**
 * Returns the visible flows. `source` and `target` are the visible nodes between which a flow is drawn.
 */
const visibleFlows = (document: CanvasDocument): Pick<CanvasEdge, 'id' | 'source' | 'target'>[] =>
  document.edges.flatMap((edge) => {
    const ends = drawnEnds(document, edge);
    return ends ? [{ id: edge.id, ...ends }] : [];
  });

/**
 * Returns the visible nodes that have the type of a selected node and, if a flow is selected, all
 * visible flows.
 */
export const sameType = (document: CanvasDocument, ids: ReadonlySet<string>): string[] => {
  const types = new Set<string | undefined>();
  for (const id of ids) {
    const node = nodeById(document, id);
    if (node) types.add(node.type);
  }
  const hasFlow = [...ids].some((id) => edgeById(document, id) !== undefined);
  const nodes = visibleNodes(document).filter((id) => types.has(nodeById(document, id)?.type));
  return [...nodes, ...(hasFlow ? visibleFlows(document).map(({ id }) => id) : [])];
};

/** Returns the visible descendants of the selected nodes, and the flows between these descendants. */
export const insideOf = (document: CanvasDocument, ids: ReadonlySet<string>): string[] => {
  const within = withDescendants(document, ids);
  const nodes = visibleNodes(document).filter((id) => within.has(id) && !ids.has(id));
  const inside = new Set(nodes);
  const flows = visibleFlows(document).filter(({ source, target }) => {
    return inside.has(source) && inside.has(target);
  });
  return [...nodes, ...flows.map(({ id }) => id)];
};

/**
 * Returns the selected elements, the visible flows that are selected or connect to a selected node, and
 * the nodes at the ends of these flows.
 */
export const connected = (document: CanvasDocument, ids: ReadonlySet<string>): string[] => {
  const found = new Set(ids);
  for (const { id, source, target } of visibleFlows(document)) {
    if (!ids.has(id) && !ids.has(source) && !ids.has(target)) continue;
    for (const each of [id, source, target]) found.add(each);
  }
  return [...found];
};

/** Returns all visible elements that are not selected. */
export const inverted = (document: CanvasDocument, ids: ReadonlySet<string>): string[] =>
  [...visibleNodes(document), ...visibleFlows(document).map(({ id }) => id)].filter(
    (id) => !ids.has(id),
  );
