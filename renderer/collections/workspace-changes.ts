import { emptyDocument } from '#shared/canvas/document.ts';
import { workspaceScope, type Change, type RecordChange } from '#shared/desktop/change.ts';
import type collectionTexts from '../locales/en/collections.json';

/** The workspace kinds: what has a name, and a place in the sidebar or among the tabs. */
export type NamedKind = 'collection' | 'threatModel' | 'canvas';

/** A key below `change` in the texts of this capability: "Undone: *delete threat model*". */
type Label = keyof (typeof collectionTexts)['change'];

const change = (label: Label, records: RecordChange[]): Change => ({
  scope: workspaceScope,
  label: `collections.change.${label}`,
  records,
});

const create = (
  kind: NamedKind,
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
  return { change: change('create-canvas', [canvas]), canvasId: canvas.id };
};

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

export const renameRecord = (kind: NamedKind, id: string, title: string): Change =>
  change('rename', [{ op: 'update', kind, id, values: { title } }]);

const deleteLabels: Record<NamedKind, Label> = {
  collection: 'delete-collection',
  threatModel: 'delete-model',
  canvas: 'delete-canvas',
};

export const deleteRecord = (kind: NamedKind, id: string): Change =>
  change(deleteLabels[kind], [{ op: 'delete', kind, id }]);
