import { translateComponentIds } from '#shared/canvas/translate-component-ids.ts';
import { workspaceScope, type Change, type RecordChange } from '#shared/desktop/change.ts';
import type { CopiedModels, DuplicateModels, MoveModels } from '#shared/desktop/moves.ts';
import { newId } from '#shared/records/new-id.ts';
import { contentNames } from '#shared/records/record-fields.ts';
import { fieldValues } from '#shared/records/record-values.ts';
import type { CanvasDocuments } from './canvas-documents.ts';
import { copyComponent, childrenIn } from './copy-component.ts';
import type { Downloads } from './downloads.ts';
import type { Records } from './records.ts';

type Parts = {
  records: Records;
  documents: CanvasDocuments;
  downloads: Downloads;
  /** Returns the canvases of a model in the order of its tabs. */
  canvasIds: (modelId: string) => string[];
};

type Copy = {
  from: string;
  modelId: string;
  records: RecordChange[];
  /** The new IDs of canvases, by the ID of the original. */
  canvases: ReadonlyMap<string, string>;
  /** The new IDs of components, threats, mitigations, and comments. */
  ids: ReadonlyMap<string, string>;
};

type Planned = { change: Change; result: CopiedModels; ids: ReadonlyMap<string, string> };

type CopySettings = { collectionId: string; title?: string; comments: boolean };

/**
 * Plans copies of whole threat models, and moves of models to another collection. The service does not
 * let a model change its collection. So a move creates the model with everything in it again in the
 * other collection, and deletes the original. A plan is `null` if a record no longer exists or a model
 * is not downloaded.
 */
export const createModelEdits = ({ records, documents, downloads, canvasIds }: Parts) => {
  const copyModel = (
    id: string,
    modelId: string,
    { collectionId, title, comments }: CopySettings,
  ): Copy | null => {
    const model = records.find('threatModel', id);
    if (!model || !records.has('collection', collectionId)) return null;
    const content = fieldValues('threatModel', model.local, contentNames('threatModel'));
    const values = { ...content, ...(title !== undefined && { title }) };
    const rows = childrenIn(records.subtree('threatModel', id));
    const canvases = new Map(canvasIds(id).map((canvasId) => [canvasId, newId()]));
    const ids = new Map<string, string>();
    const inCanvases = [...canvases].flatMap(([from, to]) =>
      rows.children('component', from).flatMap((component) => {
        const copy = copyComponent(rows, component, to, { comments });
        for (const [original, made] of copy.ids) ids.set(original, made);
        return copy.records;
      }),
    );
    const copiedCanvases = rows.children('canvas', id).flatMap((canvas): RecordChange[] => {
      const to = canvases.get(canvas.id);
      const document = documents.read(canvas.id);
      if (to === undefined || !document) return [];
      return [
        {
          op: 'create',
          kind: 'canvas',
          id: to,
          parentId: modelId,
          values: fieldValues('canvas', canvas.local, contentNames('canvas')),
          document: translateComponentIds(document, (each) => ids.get(each) ?? null),
        },
      ];
    });
    const created: RecordChange = {
      op: 'create',
      kind: 'threatModel',
      id: modelId,
      parentId: collectionId,
      values,
    };
    return {
      from: id,
      modelId,
      records: [created, ...copiedCanvases, ...inCanvases],
      canvases,
      ids,
    };
  };

  const planned = (
    action: 'duplicate' | 'move',
    originals: readonly string[],
    copyOf: (id: string, modelId: string) => Copy | null,
    after: readonly RecordChange[] = [],
  ): Planned | null => {
    const fetched = downloads.fetchedModels();
    const copies = originals.flatMap((id) => (fetched.has(id) ? (copyOf(id, newId()) ?? []) : []));
    if (copies.length === 0 || copies.length < originals.length) return null;
    const label = `collections.change.${action}-${copies.length === 1 ? 'model' : 'models'}`;
    return {
      change: {
        scope: workspaceScope,
        label,
        drawings: [],
        records: [...copies.flatMap((copy) => copy.records), ...after],
        // All canvases of a copy have the same creation time, so their order has to be stored.
        canvasOrders: copies.map(({ modelId, canvases }) => ({
          modelId,
          canvasIds: [...canvases.values()],
        })),
      },
      result: {
        label,
        models: copies.map(({ from, modelId }) => ({ from, to: modelId })),
        canvases: copies.flatMap(({ canvases }) =>
          [...canvases].map(([from, to]) => ({ from, to })),
        ),
      },
      ids: new Map(copies.flatMap(({ ids }) => [...ids])),
    };
  };

  return {
    /** Plans copies in the collections of the originals, without comments. */
    duplicate: ({ models }: DuplicateModels): Planned | null => {
      const titles = new Map(models.map(({ id, title }) => [id, title]));
      return planned('duplicate', [...titles.keys()], (id, modelId) => {
        const collectionId = records.find('threatModel', id)?.parentId ?? '';
        const title = titles.get(id);
        return copyModel(id, modelId, {
          collectionId,
          comments: false,
          ...(title !== undefined && { title }),
        });
      });
    },

    /**
     * Plans a move of models, with their comments. The person becomes the author of all comments, as in
     * every copy.
     */
    move: ({ ids, collectionId }: MoveModels): Planned | null =>
      planned(
        'move',
        ids,
        (id, modelId) => copyModel(id, modelId, { collectionId, comments: true }),
        ids.map((id) => ({ op: 'delete', kind: 'threatModel', id })),
      ),
  };
};
