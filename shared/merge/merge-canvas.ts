import type { CanvasDocument, CanvasEdge, CanvasNode } from '../canvas/document.ts';
import { byId } from './by-id.ts';
import { parentIn, type Element } from './element-fields.ts';
import { mergeElement, type MergedElement } from './merge-element.ts';
import { mergeFields, type Values } from './merge-fields.ts';
import { mergeOrders, type Membership } from './merge-order.ts';
import { repairReferences, versionsIn, type ElementMerge } from './repair-references.ts';

type ConflictOf<Name, E> = {
  element: Name;
  id: string;
  /** The versions of the element. A version is `null` if its document does not have the element. */
  base: E | null;
  mine: E | null;
  theirs: E | null;
  /**
   * The names of the fields in which both sides differ and which cannot be merged. Keys of `data` are
   * named by `namesOfData`. The list is empty if one side does not have the element.
   */
  fields: string[];
};

export type ElementConflict = ConflictOf<'node', CanvasNode> | ConflictOf<'edge', CanvasEdge>;

export type CanvasMerge = {
  /** The document to show to the person. In a conflict, it agrees with `mine`. */
  shown: CanvasDocument;
  /**
   * The document to send. In a conflict, it agrees with `theirs`, so that nobody's work is overwritten
   * before the conflict is resolved.
   */
  sent: CanvasDocument;
  /**
   * The base of the next merge. In a conflict, it agrees with the old base, and everywhere else with
   * `theirs`. A flow in this document may lack an end.
   */
  base: CanvasDocument;
  /** The conflicts of nodes and then those of flows, each sorted by ID. */
  conflicts: ElementConflict[];
};

/**
 * Merges two documents with a common base, element by element and field by field. If `mine` and `theirs`
 * are valid, `shown` and `sent` are too: every flow has its ends, and every node has its parent.
 * Elements that do not change stay the same objects.
 *
 * If both sides changed a key of the document itself differently, `shown` and `sent` both have the value
 * of `mine`. This is no conflict, because conflicts are only about elements, and no such key is drawn.
 */
export const mergeCanvas = (
  base: CanvasDocument,
  mine: CanvasDocument,
  theirs: CanvasDocument,
): CanvasMerge => {
  const nodes = mergeAll(base.nodes, mine.nodes, theirs.nodes);
  const edges = mergeAll(base.edges, mine.edges, theirs.edges);
  repairReferences({ nodes, edges }, mine, theirs);
  const mergedNodes = arrange(nodes, base.nodes, mine.nodes, theirs.nodes);
  const mergedEdges = arrange(edges, base.edges, mine.edges, theirs.edges);
  const own = mergeFields(keysOf(base), keysOf(mine), keysOf(theirs), { isLong: () => false });
  const document = (side: 'shown' | 'sent' | 'base', keys: Values): CanvasDocument => ({
    ...keys,
    nodes: mergedNodes[side],
    edges: mergedEdges[side],
  });
  return {
    shown: document('shown', own.shown),
    sent: document('sent', own.shown),
    base: document('base', own.base),
    conflicts: [
      ...conflictsOf(nodes).map((each) => ({ element: 'node' as const, ...each })),
      ...conflictsOf(edges).map((each) => ({ element: 'edge' as const, ...each })),
    ],
  };
};

const keysOf = ({ nodes: _nodes, edges: _edges, ...keys }: CanvasDocument): Values => keys;

const mergeAll = <E extends Element>(base: E[], mine: E[], theirs: E[]): ElementMerge<E> => {
  const maps = { base: byId(base), mine: byId(mine), theirs: byId(theirs) };
  const merged = new Map<string, MergedElement<E>>();
  const suspects = new Set<string>();
  const add = (id: string): void => {
    const three = versionsIn({ maps }, id);
    merged.set(id, mergeElement(three));
    if (!haveSameReferences(three.mine, three.theirs)) suspects.add(id);
  };
  for (const id of maps.mine.keys()) add(id);
  for (const id of maps.theirs.keys()) if (!merged.has(id)) add(id);
  return { maps, merged, suspects };
};

const haveSameReferences = (mine: Element | undefined, theirs: Element | undefined): boolean =>
  mine !== undefined &&
  theirs !== undefined &&
  referenceFields.every((field) => mine[field] === theirs[field]);

const referenceFields = ['parentId', 'source', 'target'] as const;

const arrange = <E extends Element>(
  { merged, maps }: ElementMerge<E>,
  base: E[],
  mine: E[],
  theirs: E[],
): Record<'shown' | 'sent' | 'base', E[]> => {
  const membership = (side: 'shown' | 'sent'): Membership => ({
    has: (id) => Boolean(merged.get(id)?.[side]),
    parentOf: (id) => parentIn(merged.get(id)?.[side]),
  });
  const isOwn = (id: string): boolean => {
    const element = merged.get(id);
    return element?.conflict !== null && element?.base === null;
  };
  const orders = mergeOrders(
    { base: base.map(idOf), mine: mine.map(idOf), theirs: theirs.map(idOf), isOwn },
    membership('shown'),
    membership('sent'),
  );
  const deleted = base.map(idOf).filter((id) => !maps.theirs.has(id));
  const listed = (side: 'shown' | 'sent' | 'base', ids: string[]): E[] =>
    ids.flatMap((id) => merged.get(id)?.[side] ?? []);
  return {
    shown: listed('shown', orders.shown),
    sent: listed('sent', orders.sent),
    base: listed('base', [...theirs.map(idOf), ...deleted]),
  };
};

const idOf = ({ id }: Element): string => id;

const conflictsOf = <E extends Element>(elements: ElementMerge<E>) =>
  [...elements.merged]
    .flatMap(([id, { conflict }]) => {
      if (!conflict) return [];
      const { base, mine, theirs } = versionsIn(elements, id);
      return [
        {
          id,
          base: base ?? null,
          mine: mine ?? null,
          theirs: theirs ?? null,
          fields: conflict.toSorted(),
        },
      ];
    })
    .toSorted((one, other) => (one.id < other.id ? -1 : 1));
