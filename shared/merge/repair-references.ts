import type { CanvasDocument, CanvasEdge, CanvasNode } from '../canvas/document.ts';
import type { Element } from './element-fields.ts';
import { keepEachSide, type MergedElement, type Versions } from './merge-element.ts';
import { circlesAmong } from './parents-first.ts';

/**
 * All elements of one kind (nodes or edges): the three versions and the merge result of each element, by
 * ID.
 */
export type ElementMerge<E extends Element> = {
  maps: Readonly<Record<keyof Versions<E>, ReadonlyMap<string, E>>>;
  merged: Map<string, MergedElement<E>>;
  /**
   * The IDs of elements that only one side has, or whose references differ between the sides. All other
   * elements refer to elements that both sides have. So any new cycle contains one of the suspects.
   */
  suspects: Set<string>;
};

export const versionsIn = <E extends Element>(
  { maps }: Pick<ElementMerge<E>, 'maps'>,
  id: string,
): Versions<E> => ({
  base: maps.base.get(id),
  mine: maps.mine.get(id),
  theirs: maps.theirs.get(id),
});

type ElementMerges = { nodes: ElementMerge<CanvasNode>; edges: ElementMerge<CanvasEdge> };
type Ids = { nodes: Set<string>; edges: Set<string> };
type Side = 'shown' | 'sent';

const noIds = (): Ids => ({ nodes: new Set(), edges: new Set() });

/**
 * Repairs merged elements that do not fit together. Examples are a flow to a node that one side deleted,
 * and two boundaries if each side moved one of them into the other. After the repair, `shown` has the
 * version of such an element from `mine`, and `sent` has the version from `theirs`.
 *
 * If this makes other elements invalid, they are repaired in the same way. In the worst case, the two
 * documents equal `mine` and `theirs`, which are valid. Changes `elementMerges`.
 */
export const repairReferences = (
  elementMerges: ElementMerges,
  mine: CanvasDocument,
  theirs: CanvasDocument,
): void => {
  const whole = noIds();
  let suspects: Ids = {
    nodes: elementMerges.nodes.suspects,
    edges: elementMerges.edges.suspects,
  };
  let users: Users | undefined;
  while (suspects.nodes.size + suspects.edges.size > 0) {
    const broken = brokenAmong(suspects, elementMerges);
    const changed = keepWhole(broken.nodes, whole.nodes, elementMerges.nodes);
    suspects = {
      nodes: new Set(changed),
      edges: keepWhole(broken.edges, whole.edges, elementMerges.edges),
    };
    for (const id of changed) {
      users ??= usersOfNodes(mine, theirs);
      for (const node of users.nodes.get(id) ?? []) suspects.nodes.add(node);
      for (const edge of users.edges.get(id) ?? []) suspects.edges.add(edge);
    }
  }
};

/**
 * Keeps the version of each element from `mine` in `shown`, and the version from `theirs` in `sent`.
 * Returns the elements for which this was not done before.
 */
const keepWhole = <E extends Element>(
  ids: ReadonlySet<string>,
  whole: Set<string>,
  elements: ElementMerge<E>,
): Set<string> => {
  const added = new Set([...ids].filter((id) => !whole.has(id)));
  for (const id of added) {
    whole.add(id);
    elements.merged.set(id, keepEachSide(versionsIn(elements, id)));
  }
  return added;
};

/** Returns the elements at both ends of broken references, and the nodes in cycles of parents. */
const brokenAmong = (suspects: Ids, { nodes, edges }: ElementMerges): Ids => {
  const broken = noIds();
  for (const side of ['shown', 'sent'] satisfies Side[]) {
    const node = (id: string): CanvasNode | null | undefined => nodes.merged.get(id)?.[side];
    for (const id of suspects.edges) {
      const edge = edges.merged.get(id)?.[side];
      for (const end of edge ? [edge.source, edge.target] : []) {
        if (node(end)) continue;
        broken.edges.add(id);
        broken.nodes.add(end);
      }
    }
    for (const id of suspects.nodes) {
      const parent = node(id)?.parentId;
      if (parent === undefined || node(parent)) continue;
      broken.nodes.add(id).add(parent);
    }
    const circles = circlesAmong(suspects.nodes, (id) => node(id)?.parentId);
    for (const id of circles) broken.nodes.add(id);
  }
  return broken;
};

type Users = Record<keyof Ids, Map<string, string[]>>;

/**
 * Returns the nodes and flows that refer to each node on either side. Merged elements are not searched,
 * because such an element refers only to nodes to which one of its versions refers.
 */
const usersOfNodes = (...documents: CanvasDocument[]): Users => {
  const users: Users = { nodes: new Map(), edges: new Map() };
  const add = (kind: keyof Ids, node: string, user: string): void => {
    const known = users[kind].get(node);
    if (known) known.push(user);
    else users[kind].set(node, [user]);
  };
  for (const { nodes, edges } of documents) {
    for (const { id, parentId } of nodes) if (parentId !== undefined) add('nodes', parentId, id);
    for (const { id, source, target } of edges) {
      add('edges', source, id);
      add('edges', target, id);
    }
  }
  return users;
};
