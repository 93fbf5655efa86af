import { isCollapsed, type CanvasDocument, type CanvasNode } from './document.ts';
import { boxOf, holdsBox, isBoundary } from './geometry.ts';
import { childrenOf, nodeById } from './lookup.ts';

/** What can be wrong with a drawing, in the order in which one would mend it. */
export const problemKinds = [
  'noBoundary',
  'outsideBoundary',
  'beyondBoundary',
  'unconnected',
  'unnamedFlow',
  'unnamedBoundary',
  'unnamedElement',
  'duplicateName',
  'emptyBoundary',
] as const;
export type ProblemKind = (typeof problemKinds)[number];

/** `elementId` is a node, or for `unnamedFlow` a flow; `noBoundary` is shown at the first node. */
export type Problem = { kind: ProblemKind; elementId: string };

const boxTypes: ReadonlySet<string | undefined> = new Set([
  'processNode',
  'dataStoreNode',
  'externalEntityNode',
]);

/**
 * What lies in the system itself. External entities stand outside of every boundary by nature, and
 * what is out of scope may stand anywhere.
 */
const isOwn = ({ type, data }: CanvasNode): boolean =>
  (type === 'processNode' || type === 'dataStoreNode') && data.outOfScope !== true;

const hasName = (label: string | undefined): boolean => (label ?? '').trim() !== '';

/**
 * What is certainly missing or contradictory in a drawing; whether a threat follows from what is
 * drawn is another question. One look at every element.
 */
export const problemsOf = (document: CanvasDocument): Problem[] => {
  const ends = new Set(document.edges.flatMap(({ source, target }) => [source, target]));
  const hasBoundary = document.nodes.some(isBoundary);
  const firstOwn = document.nodes.find(isOwn);
  return [
    ...(firstOwn && !hasBoundary ? [{ kind: 'noBoundary' as const, elementId: firstOwn.id }] : []),
    ...document.nodes.flatMap((node) =>
      nodeProblems(document, node, ends, hasBoundary).map((kind) => ({ kind, elementId: node.id })),
    ),
    ...document.edges
      .filter(({ data }) => !hasName(data?.label))
      .map(({ id }) => ({ kind: 'unnamedFlow' as const, elementId: id })),
    ...duplicateNames(document.nodes),
  ];
};

const nodeProblems = (
  document: CanvasDocument,
  node: CanvasNode,
  ends: ReadonlySet<string>,
  hasBoundary: boolean,
): ProblemKind[] => {
  const isBox = boxTypes.has(node.type);
  const isInScope = node.data.outOfScope !== true;
  const found: Record<string, boolean> = {
    outsideBoundary: hasBoundary && isOwn(node) && !isInBoundary(document, node),
    beyondBoundary: isBeyond(document, node),
    unconnected: isBox && isInScope && !ends.has(node.id),
    unnamedBoundary: isBoundary(node) && !hasName(node.data.label),
    unnamedElement: isBox && !hasName(node.data.label),
    emptyBoundary: isBoundary(node) && childrenOf(document, node.id).length === 0,
  };
  return problemKinds.filter((kind) => found[kind] === true);
};

const isInBoundary = (document: CanvasDocument, node: CanvasNode): boolean => {
  const seen = new Set<string>();
  let parent = nodeById(document, node.parentId);
  while (parent && !isBoundary(parent) && !seen.has(parent.id)) {
    seen.add(parent.id);
    parent = nodeById(document, parent.parentId);
  }
  return parent !== undefined && isBoundary(parent);
};

/** Whether a node sticks out of the boundary that it belongs to. */
const isBeyond = (document: CanvasDocument, node: CanvasNode): boolean => {
  const parent = nodeById(document, node.parentId);
  if (!parent || !isBoundary(parent) || isCollapsed(parent)) return false;
  return !holdsBox(boxOf(document, parent), boxOf(document, node));
};

/** Elements of one kind that are called the same and are not the same component. */
const duplicateNames = (nodes: readonly CanvasNode[]): Problem[] => {
  const named = nodes.filter(
    ({ type, data }) => (boxTypes.has(type) || type === 'trustBoundaryNode') && hasName(data.label),
  );
  const alike = Map.groupBy(
    named,
    ({ type, data }) => `${type}\n${(data.label ?? '').trim().toLowerCase()}`,
  );
  return [...alike.values()].flatMap((group) => {
    const components = new Set(group.map(({ id, data }) => data.componentId ?? id));
    if (components.size < 2) return [];
    return group.map(({ id }) => ({ kind: 'duplicateName' as const, elementId: id }));
  });
};
