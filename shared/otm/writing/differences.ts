import type { CanvasEdge, CanvasNode } from '../../canvas/document.ts';
import type { CanvasContent, ModelContent } from '../content.ts';
import { difference, type Difference } from '../difference.ts';
import { isEmpty, sameValue } from '../fields.ts';

/** The app data that a document needs, so that a reader gets exactly the same model. */
export type Differences = {
  nodes: Map<CanvasNode, Difference>;
  edges: Map<CanvasEdge, Difference>;
  /** The IDs of nodes, edges, and components, if their order differs from the document's. */
  nodeOrder: Map<CanvasContent, string[]>;
  edgeOrder: Map<CanvasContent, string[]>;
  componentOrder: string[] | undefined;
};

export const noDifferences = (): Differences => ({
  nodes: new Map(),
  edges: new Map(),
  nodeOrder: new Map(),
  edgeOrder: new Map(),
  componentOrder: undefined,
});

export const hasDifferences = (found: Differences): boolean =>
  found.componentOrder !== undefined ||
  [found.nodes, found.edges, found.nodeOrder, found.edgeOrder].some(({ size }) => size > 0);

/**
 * Compares the model with `reread`, the model that a reader gets from the document without app data
 * about nodes and edges.
 */
export const differencesFrom = (reread: ModelContent, content: ModelContent): Differences => {
  const found = noDifferences();
  const sheets = new Map(reread.canvases.map((canvas) => [canvas.id, canvas.data]));
  for (const canvas of content.canvases) {
    const sheet = sheets.get(canvas.id) ?? { nodes: [], edges: [] };
    const nodes = compare(sheet.nodes, canvas.data.nodes, found.nodes);
    compare(sheet.edges, canvas.data.edges, found.edges);
    // If a node has another parent in the file, a reader returns the nodes in another order. The order
    // is then written too.
    if (nodes.some(touchesParent) || !sameIds(sheet.nodes, canvas.data.nodes)) {
      found.nodeOrder.set(canvas, idsOf(canvas.data.nodes));
    }
    if (!sameIds(sheet.edges, canvas.data.edges)) {
      found.edgeOrder.set(canvas, idsOf(canvas.data.edges));
    }
  }
  const isOrdered = sameIds(reread.components, content.components);
  return { ...found, componentOrder: isOrdered ? undefined : idsOf(content.components) };
};

type Identified = { id: string };
const idsOf = (items: Identified[]): string[] => items.map(({ id }) => id);
const sameIds = (one: Identified[], other: Identified[]): boolean =>
  sameValue(idsOf(one), idsOf(other));

const compare = <Element extends CanvasNode | CanvasEdge>(
  reread: Element[],
  actual: Element[],
  found: Map<Element, Difference>,
): Difference[] => {
  const byId = new Map(reread.map((element) => [element.id, element]));
  return actual.flatMap((element) => {
    const base = byId.get(element.id);
    const own = base ? difference(base, element) : {};
    if (isEmpty(own)) return [];
    found.set(element, own);
    return [own];
  });
};

const touchesParent = ({ changed = {}, set = {} }: Difference): boolean =>
  Object.hasOwn(changed, 'parentId') || Object.hasOwn(set, 'parentId');
