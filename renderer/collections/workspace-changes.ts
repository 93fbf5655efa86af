import { emptyDocument } from '#shared/canvas/document.ts';
import { workspaceScope, type RecordChange, type SaidChange } from '#shared/desktop/change.ts';
import type collectionTexts from '../locales/en/collections.json';

/** What is undone in the history of the workspace. */
export type NamedKind = 'collection' | 'threatModel';

/** A key below `change` in the texts of this capability: "Undone: *delete threat model*". */
type Label = keyof (typeof collectionTexts)['change'];

const change = (
  label: Label,
  records: RecordChange[],
  scope: string = workspaceScope,
): SaidChange => ({ scope, label: `collections.change.${label}`, records });

const create = (
  kind: NamedKind | 'canvas',
  parentId: string | null,
  values: Record<string, unknown>,
): Extract<RecordChange, { op: 'create' }> => ({
  op: 'create',
  kind,
  id: crypto.randomUUID(),
  parentId,
  values,
});

const collectionRecord = (title: string) =>
  create('collection', null, { title, description: null, color: null });

const canvasRecord = (modelId: string, title: string) =>
  create('canvas', modelId, { title, format: 'diagram', data: emptyDocument });

export const createCollection = (title: string) => {
  const collection = collectionRecord(title);
  return {
    change: change('create-collection', [collection]),
    collectionId: collection.id,
  };
};

export const createCanvas = (modelId: string, title: string) => {
  const canvas = canvasRecord(modelId, title);
  return { change: change('create-canvas', [canvas], modelId), canvasId: canvas.id };
};

/** What is done to a canvas is undone with what is done on it: in the history of its model. */
export const renameCanvas = (modelId: string, id: string, title: string): SaidChange =>
  change('rename-canvas', [{ op: 'update', kind: 'canvas', id, values: { title } }], modelId);

export const deleteCanvas = (modelId: string, id: string): SaidChange =>
  change('delete-canvas', [{ op: 'delete', kind: 'canvas', id }], modelId);

export const orderCanvases = (modelId: string, canvasIds: string[]): SaidChange => ({
  ...change('order-canvases', [], modelId),
  canvasOrder: { modelId, canvasIds },
});

type NewModel = {
  title: string;
  /** An existing collection, or the name of one that is made with it. */
  collection: { id: string } | { title: string };
  canvasTitle: string;
};

/** A new model has a canvas to draw on from the start. */
export const createModel = ({ title, collection, canvasTitle }: NewModel) => {
  const made = 'id' in collection ? null : collectionRecord(collection.title);
  const model = create('threatModel', 'id' in collection ? collection.id : (made?.id ?? null), {
    title,
    description: '',
    status: 'Representation',
    priority: 'medium',
    due_to_date: null,
    archived_at: null,
  });
  const canvas = canvasRecord(model.id, canvasTitle);
  const records = made ? [made, model, canvas] : [model, canvas];
  return { change: change('create-model', records), canvasId: canvas.id };
};

export const renameRecord = (kind: NamedKind, id: string, title: string): SaidChange =>
  change('rename', [{ op: 'update', kind, id, values: { title } }]);

const deleteLabels: Record<NamedKind, Label> = {
  collection: 'delete-collection',
  threatModel: 'delete-model',
};

export const deleteRecord = (kind: NamedKind, id: string): SaidChange =>
  change(deleteLabels[kind], [{ op: 'delete', kind, id }]);
