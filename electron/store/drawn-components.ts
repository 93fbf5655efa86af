import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { CanvasChange } from '#shared/canvas/operation.ts';
import { rollbackCount } from './database.ts';
import { parseOperation } from './journal.ts';

const named = z.object({
  id: z.string(),
  data: z.object({ componentId: z.string().optional() }).optional(),
});
const drawn = z.object({ nodes: z.array(named), edges: z.array(named) });
const snapshotRow = z.object({ snapshot: z.string(), journal_seq: z.number() });
const operationRow = z.object({ seq: z.number(), operation: z.string() });

type Index = {
  /** The journal position of the last counted operation. */
  seq: number;
  byElement: Map<string, string>;
  /** The number of elements that show each component. */
  counts: Map<string, number>;
};

/**
 * Counts the elements that show each component of a canvas. The first query for a canvas reads its
 * snapshot. After that, the counts stay in memory and follow new operations, so a query after a gesture
 * takes as long for a large drawing as for a small one.
 */
export const createDrawnComponents = (database: DatabaseSync) => {
  const selectSnapshot = database.prepare(
    'SELECT snapshot, journal_seq FROM canvas_document WHERE canvas_id = ?',
  );
  const selectLater = database.prepare(
    'SELECT seq, operation FROM journal_drawing WHERE canvas_id = ? AND seq > ? ORDER BY seq',
  );
  const indexes = new Map<string, Index>();
  let rollbacks = 0;

  const fromSnapshot = (canvasId: string): Index => {
    const index: Index = { seq: 0, byElement: new Map(), counts: new Map() };
    const row = selectSnapshot.get(canvasId);
    if (!row) return index;
    const { snapshot, journal_seq } = snapshotRow.parse(row);
    const { nodes, edges } = drawn.parse(JSON.parse(snapshot));
    for (const { id, data } of nodes) show(index, `node ${id}`, data?.componentId);
    for (const { id, data } of edges) show(index, `edge ${id}`, data?.componentId);
    return { ...index, seq: journal_seq };
  };

  const indexOf = (canvasId: string): Index => {
    // The counts may come from a transaction that was rolled back.
    if (rollbacks !== rollbackCount(database)) indexes.clear();
    rollbacks = rollbackCount(database);
    const index = indexes.get(canvasId) ?? fromSnapshot(canvasId);
    indexes.set(canvasId, index);
    for (const raw of selectLater.all(canvasId, index.seq)) {
      const { seq, operation } = operationRow.parse(raw);
      for (const change of parseOperation(operation)) follow(index, change);
      index.seq = seq;
    }
    return index;
  };

  return {
    /**
     * Returns the number of elements by component. The map is valid until the next change of the
     * drawing.
     */
    on: (canvasId: string): ReadonlyMap<string, number> => indexOf(canvasId).counts,
    isOn: (canvasId: string, componentId: string): boolean =>
      indexOf(canvasId).counts.has(componentId),
    /** Removes the counts of a canvas. Call after its drawing was replaced. */
    forget: (canvasId: string): void => void indexes.delete(canvasId),
  };
};

const show = ({ byElement, counts }: Index, element: string, id: string | undefined): void => {
  const before = byElement.get(element);
  if (before === id) return;
  if (before !== undefined) {
    const left = (counts.get(before) ?? 1) - 1;
    if (left > 0) counts.set(before, left);
    else counts.delete(before);
  }
  if (id === undefined) byElement.delete(element);
  else {
    byElement.set(element, id);
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
};

const follow = (index: Index, change: CanvasChange): void => {
  switch (change.kind) {
    case 'addNode':
      return show(index, `node ${change.node.id}`, change.node.data.componentId);
    case 'addEdge':
      return show(index, `edge ${change.edge.id}`, change.edge.data?.componentId);
    case 'removeNode':
      return show(index, `node ${change.id}`, undefined);
    case 'removeEdge':
      return show(index, `edge ${change.id}`, undefined);
    case 'setNode':
      return followSet(index, `node ${change.id}`, change);
    case 'setEdge':
      return followSet(index, `edge ${change.id}`, change);
  }
};

type SetChange = Extract<CanvasChange, { kind: 'setNode' | 'setEdge' }>;

const whole = z.object({ data: named.shape.data });

/**
 * Updates the counts after a change of fields. The change first sets `fields`, which may replace `data`
 * as a whole, and then sets single fields of `data`.
 */
const followSet = (index: Index, element: string, change: SetChange): void => {
  const { fields = {}, unset = [], data = {}, unsetData = [] } = change;
  if ('data' in fields) show(index, element, whole.safeParse(fields).data?.data?.componentId);
  const id = data['componentId'];
  if (typeof id === 'string') show(index, element, id);
  if (unset.includes('data') || unsetData.includes('componentId')) show(index, element, undefined);
};
