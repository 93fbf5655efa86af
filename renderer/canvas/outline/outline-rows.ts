import type { CanvasDocument, CanvasEdge, CanvasNode } from '#shared/canvas/document.ts';
import { childrenOf, edgeById, nodeById } from '#shared/canvas/lookup.ts';
import { inReadingOrder } from '#shared/canvas/reading-order.ts';
import type { TreeItem } from '../../ui/tree/tree-keys.ts';

export type OutlineRow = TreeItem & { element: 'node' | 'flow' };

const flowsOf = new WeakMap<readonly CanvasEdge[], Map<string, CanvasEdge[]>>();

const flowsFrom = ({ edges }: CanvasDocument, source: string): readonly CanvasEdge[] => {
  const known = flowsOf.get(edges) ?? Map.groupBy(edges, (edge) => edge.source);
  flowsOf.set(edges, known);
  return known.get(source) ?? [];
};

const isTop = (document: CanvasDocument, { id, parentId }: CanvasNode): boolean =>
  parentId === undefined || parentId === id || nodeById(document, parentId) === undefined;

/**
 * Returns the elements of a canvas as tree rows: grouped by boundary, in reading order, with the
 * outgoing flows below each element. Skips the contents of collapsed rows.
 */
export const outlineRows = (
  document: CanvasDocument,
  isOpen: (id: string) => boolean,
): OutlineRow[] => {
  const rows: OutlineRow[] = [];
  const visit = (nodes: readonly CanvasNode[], parentId: string | null, level: number): void => {
    const flows = parentId === null ? [] : flowsFrom(document, parentId);
    const setSize = flows.length + nodes.length;
    for (const [at, { id }] of flows.entries()) {
      const position = at + 1;
      rows.push({ id, element: 'flow', level, parentId, isExpanded: null, position, setSize });
    }
    for (const [at, { id }] of inReadingOrder(document, nodes).entries()) {
      const children = childrenOf(document, id);
      const holdsSome = children.length > 0 || flowsFrom(document, id).length > 0;
      const isExpanded = holdsSome ? isOpen(id) : null;
      const position = flows.length + at + 1;
      rows.push({ id, element: 'node', level, parentId, isExpanded, position, setSize });
      if (isExpanded) visit(children, id, level + 1);
    }
  };
  visit(
    document.nodes.filter((node) => isTop(document, node)),
    null,
    1,
  );
  return rows;
};

/**
 * Returns the IDs of the rows above an element in the tree, innermost first. A flow is below its
 * source.
 */
export const holdersOf = (document: CanvasDocument, id: string): string[] => {
  const holders: string[] = [];
  const edge = edgeById(document, id);
  let holder = edge ? edge.source : nodeById(document, id)?.parentId;
  while (holder !== undefined && !holders.includes(holder)) {
    holders.push(holder);
    holder = nodeById(document, holder)?.parentId;
  }
  return holders;
};
