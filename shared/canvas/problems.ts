import { isCollapsed, type CanvasDocument, type CanvasNode } from './document.ts';
import { holdsBox, isBoundary } from './geometry.ts';
import { boxAt, placementOf, type Placement } from './placement.ts';

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
 * drawn is another question. One look at every element: 40 ms for 20,000 nodes and flows.
 */
export const problemsOf = (document: CanvasDocument): Problem[] => {
  const { nodes, edges } = document;
  const hasBoundary = nodes.some(isBoundary);
  const firstOwn = nodes.find(isOwn);
  const problems: Problem[] = [];
  if (firstOwn && !hasBoundary) problems.push({ kind: 'noBoundary', elementId: firstOwn.id });
  const surroundings = surroundingsOf(document, hasBoundary);
  for (let at = 0; at < nodes.length; at += 1) lookAt(surroundings, at, problems);
  for (const { id, data } of edges) {
    if (!hasName(data?.label)) problems.push({ kind: 'unnamedFlow', elementId: id });
  }
  problems.push(...duplicateNames(nodes));
  return problems;
};

/** What is asked for each node, known at once. */
type Surroundings = {
  placement: Placement;
  hasBoundary: boolean;
  /** The nodes that flows begin or end at. */
  ends: ReadonlySet<string>;
  /** The places of the nodes that hold something. */
  holders: ReadonlySet<number>;
};

const surroundingsOf = (document: CanvasDocument, hasBoundary: boolean): Surroundings => {
  const ends = new Set<string>();
  for (const { source, target } of document.edges) ends.add(source).add(target);
  const placement = placementOf(document);
  return { placement, hasBoundary, ends, holders: new Set(placement.parent) };
};

const lookAt = (around: Surroundings, at: number, problems: Problem[]): void => {
  const { placement, hasBoundary, ends, holders } = around;
  const node = placement.nodes[at];
  if (!node) return;
  const { id: elementId, type, data } = node;
  const note = (kind: ProblemKind): void => void problems.push({ kind, elementId });
  if (isBeyond(placement, at)) note('beyondBoundary');
  if (isBoundary(node)) {
    if (!hasName(data.label)) note('unnamedBoundary');
    if (!holders.has(at)) note('emptyBoundary');
  }
  if (!boxTypes.has(type)) return;
  if (!hasName(data.label)) note('unnamedElement');
  if (data.outOfScope === true) return;
  if (!ends.has(elementId)) note('unconnected');
  if (hasBoundary && isOwn(node) && !isInBoundary(placement, at)) note('outsideBoundary');
};

const parentIn = ({ parent }: Placement, at: number): number => parent[at] ?? -1;

const isInBoundary = (placement: Placement, at: number): boolean => {
  let holder = parentIn(placement, at);
  while (holder >= 0) {
    const node = placement.nodes[holder];
    if (node && isBoundary(node)) return true;
    holder = parentIn(placement, holder);
  }
  return false;
};

/** Whether a node sticks out of the boundary that it belongs to. */
const isBeyond = (placement: Placement, at: number): boolean => {
  const holder = parentIn(placement, at);
  const parent = placement.nodes[holder];
  if (!parent || !isBoundary(parent) || isCollapsed(parent)) return false;
  return !holdsBox(boxAt(placement, holder), boxAt(placement, at));
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
