import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type {
  ComponentDetail,
  ComponentCanvas,
  OpenCanvas,
  Overview,
} from '#shared/desktop/contract.ts';
import type { CanvasDocuments } from './canvas-documents.ts';
import type { CanvasOrder } from './canvas-order.ts';
import { createCanvasTabs } from './canvas-tabs.ts';
import { createComponentBadges } from './component-badges.ts';
import type { ComponentCanvases } from './component-canvases.ts';
import type { Downloads } from './downloads.ts';
import { inOrder } from './in-order.ts';
import { createModelCounts, type ModelCounts } from './model-counts.ts';
import type { Preferences } from './preferences.ts';
import { recordAncestors } from './record-ancestors.ts';
import { present, type RecordRow, type Records } from './records.ts';

type Parts = {
  database: DatabaseSync;
  records: Records;
  documents: CanvasDocuments;
  canvasOrder: CanvasOrder;
  componentCanvases: ComponentCanvases;
  preferences: Preferences;
  downloads: Downloads;
};

const oneCount = z.object({ count: z.number() });
/**
 * The maximum number of records in a store that counts as small. Counting this many records takes 2 ms.
 */
const smallStore = 2000;
const manyComponents = 1000;

/** The queries of the window. A query about one record returns `null` if the record is gone. */
export const createReads = (parts: Parts) => {
  const { database, records, documents, canvasOrder, componentCanvases, preferences, downloads } =
    parts;
  const modelCounts = createModelCounts(database);
  const selectComponents = database.prepare(`
    SELECT count(*) AS count FROM (
      SELECT 1 FROM record INDEXED BY record_by_parent
      WHERE kind = 'component' AND parent_id = ? LIMIT ?
    )`);
  const selectSome = database.prepare(
    'SELECT count(*) AS count FROM (SELECT 1 FROM record LIMIT ?)',
  );

  const canvasTabs = createCanvasTabs({ records, canvasOrder });
  const componentBadges = createComponentBadges({ database, componentCanvases });

  const overview = (counted: ModelCounts = modelCounts()): Overview => {
    const counts = new Map(counted.components.map((row) => [row.model_id, row]));
    const open = Map.groupBy(counted.open, (row) => row.model_id);
    const threatsChanged = new Map(
      counted.changed.map(({ model_id, changed_at }) => [model_id, changed_at]),
    );
    const offlineCollections = downloads.ids('collection');
    const fetched = downloads.fetchedModels();
    return inOrder(records.all('collection')).map((collection) => ({
      ...present('collection', collection),
      keptOffline: offlineCollections.has(collection.id),
      models: inOrder(records.children('threatModel', collection.id)).map((row) => {
        const model = present('threatModel', row);
        const count = counts.get(row.id);
        const ofModel = open.get(row.id) ?? [];
        return {
          ...model,
          updated_at: later(
            later(model.updated_at, count?.changed_at ?? ''),
            threatsChanged.get(row.id) ?? '',
          ),
          canvases: canvasTabs(row.id),
          isDownloaded: fetched.has(row.id),
          componentCount: count?.components ?? 0,
          openThreatCount: ofModel.reduce((sum, each) => sum + each.count, 0),
          openByPriority: Object.fromEntries(ofModel.map((each) => [each.priority, each.count])),
        };
      }),
    }));
  };

  const openCanvas = (id: string): OpenCanvas | null => {
    const canvas = records.find('canvas', id);
    const model = canvas?.parentId && records.find('threatModel', canvas.parentId);
    const collection = model && model.parentId && records.find('collection', model.parentId);
    const document = documents.text(id);
    if (!canvas || !model || !collection || document === null) return null;
    return {
      canvas: titled(canvas),
      model: titled(model),
      collection: titled(collection),
      siblings: canvasTabs(model.id),
      document,
    };
  };

  const componentDetail = (id: string): ComponentDetail | null => {
    const component = records.find('component', id);
    if (!component) return null;
    return {
      ...present('component', component),
      threats: inOrder(records.children('threat', id)).map((threat) => ({
        ...present('threat', threat),
        mitigations: inOrder(records.children('mitigation', threat.id)).map((row) =>
          present('mitigation', row),
        ),
        comments: inOrder(records.children('comment', threat.id)).map((row) => {
          const comment = present('comment', row);
          return { ...comment, isMine: preferences.isMine(comment.user.id) };
        }),
      })),
    };
  };

  /** Returns the canvases in the order of the tabs; `null` if the component is gone. */
  const canvasesOfComponent = (id: string): ComponentCanvas[] | null => {
    const { threatModel } = recordAncestors(records, 'component', id);
    if (threatModel === undefined) return null;
    const showing = new Set(componentCanvases.canvasesShowing(id));
    return canvasTabs(threatModel).filter((canvas) => showing.has(canvas.id));
  };

  /** Tells if reading the badges of a canvas takes longer than a frame. */
  const hasManyComponents = (canvasId: string): boolean =>
    oneCount.parse(selectComponents.get(canvasId, manyComponents)).count >= manyComponents;

  /**
   * Tells if the records of the store can be counted in less time than the reading thread takes to
   * start.
   */
  const isSmall = (): boolean => oneCount.parse(selectSome.get(smallStore + 1)).count <= smallStore;

  return {
    overview,
    isSmall,
    hasManyComponents,
    canvasTabs,
    openCanvas,
    componentBadges,
    componentDetail,
    canvasesOfComponent,
  };
};

const titled = (row: RecordRow): { id: string; title: string } => ({
  id: row.id,
  title: z.string().catch('').parse(row.local['title']),
});

const later = (a: string, b: string): string => (a > b ? a : b);
