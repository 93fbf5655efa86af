import { standInOf } from './collapsed.ts';
import type { CanvasDocument } from './document.ts';
import { edgeById, nodeById, withDescendants } from './lookup.ts';

/** Ways to come from some chosen elements to others; what a collapsed boundary hides is left out. */

const shownNodes = (document: CanvasDocument): string[] =>
  document.nodes.filter((node) => standInOf(document, node) === node).map(({ id }) => id);

/** Nodes of the types of those chosen, and all flows where a flow is chosen. */
export const sameType = (document: CanvasDocument, ids: ReadonlySet<string>): string[] => {
  const types = new Set<string | undefined>();
  for (const id of ids) {
    const node = nodeById(document, id);
    if (node) types.add(node.type);
  }
  const hasFlow = [...ids].some((id) => edgeById(document, id) !== undefined);
  const nodes = shownNodes(document).filter((id) => types.has(nodeById(document, id)?.type));
  return [...nodes, ...(hasFlow ? document.edges.map(({ id }) => id) : [])];
};

/** What the chosen nodes hold, at any depth, and the flows that run within. */
export const insideOf = (document: CanvasDocument, ids: ReadonlySet<string>): string[] => {
  const held = withDescendants(document, ids);
  const nodes = shownNodes(document).filter((id) => held.has(id) && !ids.has(id));
  const inside = new Set(nodes);
  const flows = document.edges.filter(({ source, target }) => {
    return inside.has(source) && inside.has(target);
  });
  return [...nodes, ...flows.map(({ id }) => id)];
};

/** What is chosen, the flows that begin or end there, and what they lead to and come from. */
export const connected = (document: CanvasDocument, ids: ReadonlySet<string>): string[] => {
  const found = new Set(ids);
  for (const { id, source, target } of document.edges) {
    if (!ids.has(id) && !ids.has(source) && !ids.has(target)) continue;
    for (const each of [id, source, target]) found.add(each);
  }
  const shown = new Set(shownNodes(document));
  return [...found].filter((id) => shown.has(id) || edgeById(document, id) !== undefined);
};

/** Everything that is not chosen. */
export const inverted = (document: CanvasDocument, ids: ReadonlySet<string>): string[] =>
  [...shownNodes(document), ...document.edges.map(({ id }) => id)].filter((id) => !ids.has(id));
