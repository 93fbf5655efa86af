import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type {
  ComponentThreats,
  ModelDrawing,
  ModelDrawingsAsked,
} from '#shared/desktop/contract.ts';
import type { CanvasDocuments } from './canvas-documents.ts';

type Parts = {
  database: DatabaseSync;
  documents: CanvasDocuments;
  canvasIds: (modelId: string) => string[];
};

/** Reads a list of texts and nulls. If any value has another type, the result is an empty list. */
const texts = z
  .string()
  .transform((json): unknown => JSON.parse(json))
  .pipe(z.array(z.string().nullable()))
  .catch([]);
const measures = z
  .string()
  .transform((json): unknown => JSON.parse(json))
  .pipe(
    z.array(
      z.object({
        title: z.string().catch(''),
        status: z.string().nullable().catch(null),
        controls: z.array(z.string()).catch([]),
      }),
    ),
  )
  .catch([]);
const threatRow = z.object({
  component_id: z.string(),
  title: z.string().catch(''),
  status: z.string().catch(''),
  priority: z.string().catch(''),
  due_date: z.string().nullable().catch(null),
  categories: texts,
  refs: texts,
  mitigations: measures,
});

const isText = (text: string | null): text is string => text !== null;

/**
 * Reads the drawings and threats of a model, from which the window computes suggestions, for example.
 */
export const createAnalysisReads = ({ database, documents, canvasIds }: Parts) => {
  // `INDEXED BY` makes SQLite use the index instead of scanning all records of a kind.
  const selectThreats = database.prepare(`
    SELECT component.id AS component_id,
           threat.local ->> 'title' AS title,
           threat.local ->> 'status' AS status,
           threat.local ->> 'priority' AS priority,
           threat.local ->> 'due_date' AS due_date,
           threat.local -> 'categories' AS categories,
           threat.local -> 'references' AS refs,
           (SELECT json_group_array(json_object(
              'title', mitigation.local ->> 'title',
              'status', mitigation.local ->> 'status',
              'controls', mitigation.local -> 'controls'))
            FROM record AS mitigation INDEXED BY record_by_parent
            WHERE mitigation.kind = 'mitigation' AND mitigation.parent_id = threat.id
           ) AS mitigations
    FROM record AS component INDEXED BY record_by_parent
    JOIN record AS threat INDEXED BY record_by_parent
      ON threat.kind = 'threat' AND threat.parent_id = component.id
    WHERE component.kind = 'component' AND component.parent_id = ?
    ORDER BY component.id, threat.id`);

  return {
    /**
     * Returns the canvases of a model in the order of the tabs. `document` is `null` if the window
     * already has the drawing: for the canvas `except`, and for each drawing whose current revision is
     * in `known`.
     */
    modelDrawings: ({ id, except, known }: ModelDrawingsAsked): ModelDrawing[] =>
      canvasIds(id).map((canvasId) => {
        const revision = documents.revision(canvasId);
        const isKnown = canvasId === except || known[canvasId] === revision;
        return { id: canvasId, revision, document: isKnown ? null : documents.text(canvasId) };
      }),

    /**
     * Returns the threats of the components that belong to a canvas, in the short form that rules
     * compare.
     */
    canvasThreats: (canvasId: string): ComponentThreats[] => {
      const rows = selectThreats.all(canvasId).map((row) => threatRow.parse(row));
      return [...Map.groupBy(rows, (row) => row.component_id)].map(([componentId, found]) => ({
        componentId,
        threats: found.map(({ title, status, priority, due_date, ...lists }) => ({
          title,
          status,
          priority,
          categories: lists.categories.filter(isText),
          references: lists.refs.filter(isText),
          mitigations: lists.mitigations,
          dueDate: due_date,
        })),
      }));
    },
  };
};
