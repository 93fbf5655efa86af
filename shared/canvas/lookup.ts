import type { CanvasDocument, CanvasEdge, CanvasNode } from './document.ts';

type Element = { readonly id: string };

/**
 * Where each id stands, kept beside the array for as long as the array lives. Arrays of a document
 * are never changed in place, so an index once made stays true.
 */
const indexes = new WeakMap<readonly Element[], Map<string, number>>();

/**
 * Every edit makes a new array, and most are asked a few times only: searching 20,000 elements
 * takes 0.05 ms, indexing them 2 ms.
 */
const asksBeforeIndexing = 8;
const asks = new WeakMap<readonly Element[], number>();

const indexOf = (elements: readonly Element[]): Map<string, number> => {
  const index = new Map<string, number>();
  for (let place = 0; place < elements.length; place += 1) {
    const element = elements[place];
    if (element) index.set(element.id, place);
  }
  indexes.set(elements, index);
  return index;
};

/** For an array that holds the same ids in the same order as another one. */
export const shareIndex = (from: readonly Element[], to: readonly Element[]): void => {
  const index = indexes.get(from);
  if (index) indexes.set(to, index);
};

/** -1 where there is none. */
export const placeOf = (elements: readonly Element[], id: string): number => {
  const index = indexes.get(elements);
  if (index) return index.get(id) ?? -1;
  const asked = (asks.get(elements) ?? 0) + 1;
  asks.set(elements, asked);
  if (asked > asksBeforeIndexing) return indexOf(elements).get(id) ?? -1;
  return elements.findIndex((element) => element.id === id);
};

export const elementById = <E extends Element>(
  elements: readonly E[],
  id: string | undefined,
): E | undefined => (id === undefined ? undefined : elements[placeOf(elements, id)]);

export const nodeById = (
  document: CanvasDocument,
  id: string | undefined,
): CanvasNode | undefined => elementById(document.nodes, id);

export const edgeById = (
  document: CanvasDocument,
  id: string | undefined,
): CanvasEdge | undefined => elementById(document.edges, id);

const noNodes: readonly CanvasNode[] = [];
const families = new WeakMap<readonly CanvasNode[], Map<string, CanvasNode[]>>();

/** What a boundary holds directly, in the order of the document. */
export const childrenOf = (document: CanvasDocument, id: string): readonly CanvasNode[] => {
  let family = families.get(document.nodes);
  if (!family) {
    family = Map.groupBy(
      document.nodes.filter((node) => node.parentId !== undefined),
      (node) => node.parentId ?? '',
    );
    families.set(document.nodes, family);
  }
  return family.get(id) ?? noNodes;
};

/** The boundaries that hold a node, innermost first; stops where a broken file goes in circles. */
export const ancestorsOf = (document: CanvasDocument, node: CanvasNode): CanvasNode[] => {
  const ancestors: CanvasNode[] = [];
  let parent = nodeById(document, node.parentId);
  while (parent && parent !== node && !ancestors.includes(parent)) {
    ancestors.push(parent);
    parent = nodeById(document, parent.parentId);
  }
  return ancestors;
};

/** The ids given and everything held by them, at any depth. */
export const withDescendants = (document: CanvasDocument, ids: Iterable<string>): Set<string> => {
  const found = new Set<string>();
  const waiting = [...ids];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    waiting.push(...childrenOf(document, id).map((child) => child.id));
  }
  return found;
};
