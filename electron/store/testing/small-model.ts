import type { CanvasNode } from '#shared/canvas/document.ts';
import type { CanvasOperation } from '#shared/canvas/operation.ts';
import type { DrawingChange, RecordChange } from '#shared/desktop/change.ts';
import type { Store } from '../store.ts';

export const uuid = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

export const created = (
  kind: RecordChange['kind'],
  id: string,
  parentId: string | null,
  values: Record<string, unknown>,
): RecordChange => ({ op: 'create', kind, id, parentId, values });

export const renamed = (kind: RecordChange['kind'], id: string, title: string): RecordChange => ({
  op: 'update',
  kind,
  id,
  values: { title },
});

/**
 * The IDs of a threat model with two canvases. The component belongs to the first canvas, and has a
 * threat with a mitigation and a comment.
 */
export const smallModel = {
  collection: uuid(1),
  model: uuid(2),
  overview: uuid(3),
  payments: uuid(4),
  component: uuid(5),
  threat: uuid(6),
  mitigation: uuid(7),
  comment: uuid(8),
};

export const node = (id: string, componentId?: string, more: Partial<CanvasNode> = {}) =>
  ({
    id,
    type: 'processNode',
    position: { x: 0, y: 0 },
    ...more,
    data: { label: id, ...(componentId !== undefined && { componentId }) },
  }) satisfies CanvasNode;

export const added = (canvasId: string, ...nodes: CanvasNode[]): DrawingChange => ({
  canvasId,
  operation: nodes.map((each) => ({ kind: 'addNode', index: 0, node: each })),
  inverse: nodes.map(({ id }) => ({ kind: 'removeNode', id })),
});

export const changed = (
  canvasId: string,
  operation: CanvasOperation,
  inverse: CanvasOperation = [],
): DrawingChange => ({ canvasId, operation, inverse });

/** Stores the model. Both canvases show the component. */
export const addSmallModel = (store: Store): void => {
  const { collection, model, overview, payments, component, threat, mitigation, comment } =
    smallModel;
  store.changes.apply({
    scope: 'workspace',
    label: 'test',
    records: [
      created('collection', collection, null, { title: 'Shop' }),
      created('threatModel', model, collection, { title: 'Web shop' }),
      created('canvas', overview, model, { title: 'Overview' }),
      created('canvas', payments, model, { title: 'Payments' }),
      created('component', component, overview, { title: 'Web app', description: 'The front' }),
      created('threat', threat, component, { title: 'Session theft', status: 'accepted' }),
      created('mitigation', mitigation, threat, { title: 'Short sessions' }),
      created('comment', comment, threat, { text: 'Seen in the last test' }),
    ],
  });
  store.changes.apply({
    scope: model,
    label: 'draw',
    drawings: [added(overview, node('web', component)), added(payments, node('web 2', component))],
  });
};

/** Makes the service know every pending record, with the values and the drawing that it has here. */
export const syncAll = (store: Store): void => {
  for (const { seq, kind, id } of store.outbox.all()) {
    store.idMap.put(kind, id, `service ${id}`);
    const row = store.records.find(kind, id);
    if (row) store.records.put({ ...row, base: row.local, etag: `"${kind}"` });
    const document = kind === 'canvas' ? store.documents.read(id) : null;
    if (document) store.documents.confirm(id, document);
    store.outbox.finish(seq);
  }
};
