import { emptyDocument } from '#shared/canvas/document.ts';
import { workspaceScope, type RecordChange, type ChangeInput } from '#shared/desktop/change.ts';
import type { english } from '#shared/locales/texts.ts';
import { newId } from '#shared/records/new-id.ts';

/** The kinds of record whose changes are in the history of the workspace. */
type NamedKind = 'collection' | 'threatModel';

/**
 * A text key below `change` in the namespace `collections`. The text is the name of a change, as in
 * "Undid: *delete threat model*".
 */
type Label = keyof (typeof english)['collections']['change'];

const change = (
  label: Label,
  records: RecordChange[],
  scope: string = workspaceScope,
): ChangeInput => ({ scope, label: `collections.change.${label}`, records });

const create = (
  kind: NamedKind | 'canvas',
  parentId: string | null,
  values: Record<string, unknown>,
): Extract<RecordChange, { op: 'create' }> => ({
  op: 'create',
  kind,
  id: newId(),
  parentId,
  values,
});

const collectionRecord = (title: string) => create('collection', null, { title });

const canvasRecord = (modelId: string, title: string) =>
  create('canvas', modelId, { title, data: emptyDocument });

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

/**
 * Returns the change that renames a canvas. The change is in the history of the model, like changes to
 * the document.
 */
export const renameCanvas = (modelId: string, id: string, title: string): ChangeInput =>
  change('rename-canvas', [{ op: 'update', kind: 'canvas', id, values: { title } }], modelId);

export const deleteCanvas = (modelId: string, id: string): ChangeInput =>
  change('delete-canvas', [{ op: 'delete', kind: 'canvas', id }], modelId);

export const orderCanvases = (modelId: string, canvasIds: string[]): ChangeInput => ({
  ...change('order-canvases', [], modelId),
  canvasOrders: [{ modelId, canvasIds }],
});

type NewModel = {
  title: string;
  /** An existing collection, or the title of a new one. */
  collection: { id: string } | { title: string };
  canvasTitle: string;
};

/**
 * Returns the change that creates a model with its first canvas. If `collection` has a title instead of
 * an ID, the change also creates this collection.
 */
export const createModel = ({ title, collection, canvasTitle }: NewModel) => {
  const made = 'id' in collection ? null : collectionRecord(collection.title);
  const model = create('threatModel', 'id' in collection ? collection.id : (made?.id ?? null), {
    title,
  });
  const canvas = canvasRecord(model.id, canvasTitle);
  const records = made ? [made, model, canvas] : [model, canvas];
  return { change: change('create-model', records), canvasId: canvas.id };
};

export const renameRecord = (kind: NamedKind, id: string, title: string): ChangeInput =>
  change('rename', [{ op: 'update', kind, id, values: { title } }]);

const deleteLabels: Record<NamedKind, Label> = {
  collection: 'delete-collection',
  threatModel: 'delete-model',
};

export const deleteRecord = (kind: NamedKind, id: string): ChangeInput =>
  change(deleteLabels[kind], [{ op: 'delete', kind, id }]);

export const deleteModels = (ids: readonly string[]): ChangeInput =>
  change(
    ids.length === 1 ? deleteLabels.threatModel : 'delete-models',
    ids.map((id) => ({ op: 'delete', kind: 'threatModel', id })),
  );

/**
 * Returns the first free name with a number. The numbers start at one more than the count of taken
 * names.
 */
export const freeName = (taken: readonly string[], nameOf: (number: number) => string): string => {
  for (let number = taken.length + 1; ; number += 1) {
    const name = nameOf(number);
    if (!taken.includes(name)) return name;
  }
};
