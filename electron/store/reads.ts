import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { priorities } from '#shared/api/enumerations.ts';
import type {
  ComponentBadge,
  ComponentDetail,
  ComponentPlace,
  OpenCanvas,
  Overview,
} from '#shared/desktop/contract.ts';
import type { CanvasDocuments } from './canvas-documents.ts';
import type { CanvasOrder } from './canvas-order.ts';
import type { ComponentPlaces } from './component-places.ts';
import { inOrder } from './in-order.ts';
import type { Kept } from './kept.ts';
import type { Preferences } from './preferences.ts';
import { recordPlace } from './record-place.ts';
import { present, type RecordRow, type Records } from './records.ts';

type Parts = {
  database: DatabaseSync;
  records: Records;
  documents: CanvasDocuments;
  canvasOrder: CanvasOrder;
  places: ComponentPlaces;
  preferences: Preferences;
  kept: Kept;
};

/** Counts everything in a model; a model counts as changed when anything in it is. */
const modelCount = z.object({
  model_id: z.string(),
  components: z.number(),
  changed_at: z.string(),
});

const threatsChange = z.object({ model_id: z.string().nullable(), changed_at: z.string() });

const openInModel = z.object({
  model_id: z.string().nullable(),
  priority: z.string(),
  count: z.number(),
});

const openThreat = z.object({ component_id: z.string(), priority: z.string() });

/** The queries of the window, one procedure each. They return `null` if the record is gone. */
export const createReads = (parts: Parts) => {
  const { database, records, documents, canvasOrder, places, preferences, kept } = parts;
  // Names the index, because SQLite otherwise scans all records of a kind: 820 ms instead of 12 ms
  // with 5,000 components.
  const selectModelCounts = database.prepare(`
    SELECT canvas.parent_id AS model_id,
           count(component.id) AS components,
           max(max(
             canvas.local ->> 'updated_at',
             coalesce(component.local ->> 'updated_at', '')
           )) AS changed_at
    FROM record AS canvas
    LEFT JOIN record AS component INDEXED BY record_by_parent
      ON component.kind = 'component' AND component.parent_id = canvas.id
    WHERE canvas.kind = 'canvas'
    GROUP BY canvas.parent_id`);
  // The register has the values of threats as columns. From JSON they take ten times as long.
  const selectThreatChanges = database.prepare(
    'SELECT model_id, max(changed) AS changed_at FROM register GROUP BY model_id',
  );
  const selectOpenInModels = database.prepare(`
    SELECT model_id, priority, count(*) AS count FROM register
    WHERE status = 'open' GROUP BY model_id, priority`);
  const selectOpenThreats = database.prepare(`
    SELECT threat.parent_id AS component_id, threat.local ->> 'priority' AS priority
    FROM record AS component INDEXED BY record_by_parent
    JOIN record AS threat INDEXED BY record_by_parent
      ON threat.kind = 'threat' AND threat.parent_id = component.id
    WHERE component.kind = 'component' AND component.parent_id = ?
      AND threat.local ->> 'status' = 'open'`);
  const selectOpenThreatsOf = database.prepare(`
    SELECT parent_id AS component_id, local ->> 'priority' AS priority FROM record
    WHERE kind = 'threat' AND parent_id = ? AND local ->> 'status' = 'open'`);

  const canvasTabs = (modelId: string) =>
    canvasOrder.sorted(modelId, inOrder(records.children('canvas', modelId))).map((row) => {
      const { id, title } = present('canvas', row);
      return { id, title };
    });

  const overview = (): Overview => {
    const counts = new Map(
      selectModelCounts.all().map((raw) => {
        const row = modelCount.parse(raw);
        return [row.model_id, row];
      }),
    );
    const open = Map.groupBy(
      selectOpenInModels.all().map((raw) => openInModel.parse(raw)),
      (row) => row.model_id,
    );
    const threatsChanged = new Map(
      selectThreatChanges.all().map((raw) => {
        const row = threatsChange.parse(raw);
        return [row.model_id, row.changed_at];
      }),
    );
    const keptCollections = kept.ids('collection');
    const fetched = kept.fetchedModels();
    return inOrder(records.all('collection')).map((collection) => ({
      ...present('collection', collection),
      keptOffline: keptCollections.has(collection.id),
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
          isHere: fetched.has(row.id),
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

  const componentBadges = (canvasId: string): ComponentBadge[] => {
    const listed = places.listedOn(canvasId);
    const guests = listed.filter(({ parentId }) => parentId !== canvasId);
    const rows = [
      ...selectOpenThreats.all(canvasId),
      ...guests.flatMap(({ id }) => selectOpenThreatsOf.all(id)),
    ];
    const open = Map.groupBy(
      rows.map((raw) => openThreat.parse(raw)),
      (row) => row.component_id,
    );
    return inOrder(listed).map((row) => {
      const found = (open.get(row.id) ?? []).map((each) => each.priority);
      return {
        ...present('component', row),
        openThreatCount: found.length,
        worstPriority: worst(found),
        openByPriority: countEach(found),
      };
    });
  };

  const isMine = (userId: string): boolean => userId === '' || userId === preferences.userId();

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
          return { ...comment, isMine: isMine(comment.user.id) };
        }),
      })),
    };
  };

  /** Returns canvases in the order of the tabs; `null` if the component is gone. */
  const componentPlaces = (id: string): ComponentPlace[] | null => {
    const { threatModel } = recordPlace(records, 'component', id);
    if (threatModel === undefined) return null;
    const showing = new Set(places.canvasesShowing(id));
    return canvasTabs(threatModel).filter((canvas) => showing.has(canvas.id));
  };

  return { overview, canvasTabs, openCanvas, componentBadges, componentDetail, componentPlaces };
};

const titled = (row: RecordRow): { id: string; title: string } => ({
  id: row.id,
  title: z.string().catch('').parse(row.local['title']),
});

const countEach = (words: readonly string[]): Record<string, number> =>
  Object.fromEntries(
    [...Map.groupBy(words, (word) => word)].map(([word, all]) => [word, all.length]),
  );

const later = (a: string, b: string): string => (a > b ? a : b);

/** An unknown priority ranks lowest, but is shown unchanged. */
const worst = (found: readonly string[]): string | null =>
  priorities.findLast((priority) => found.includes(priority)) ?? found[0] ?? null;
