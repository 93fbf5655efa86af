import type { Selectable } from 'kysely';
import type { MitigationContent, ModelContent, ThreatContent } from '#shared/otm/content.ts';
import { grouped } from '../../database/grouped.ts';
import { fromJson } from '../../database/json-text.ts';
import type { Database, Schema } from '../../database/schema.ts';
import { heldBy } from './held-by.ts';
import { withComponentIds } from './with-component-ids.ts';

/**
 * Reads a whole threat model as a value. Records that were imported have the ids of their file, so
 * that it can be written again as it was.
 */
export const loadModel = async (database: Database, modelId: string): Promise<ModelContent> => {
  const { model, canvases, components, threats, mitigations, comments } = await heldBy(
    database,
    modelId,
  );
  const canvasIds = contentIds(canvases);
  const componentIds = contentIds(components);
  const threatIds = contentIds(threats);
  const mitigationIds = contentIds(mitigations);

  const mitigationsOf = grouped(
    mitigations.map((row) => [row.threat_id, toMitigation(row, idIn(mitigationIds, row.id))]),
  );
  const commentsOf = grouped(
    comments.map((row) => [row.threat_id, { text: row.text, createdAt: row.created_at }]),
  );
  const threatsOf = grouped(
    threats.map((row) => [
      row.component_id,
      {
        ...toThreat(row, idIn(threatIds, row.id)),
        mitigations: mitigationsOf.get(row.id) ?? [],
        comments: commentsOf.get(row.id) ?? [],
      },
    ]),
  );
  return {
    ...toModel(model),
    canvases: canvases.map((row) => ({
      id: idIn(canvasIds, row.id),
      title: row.title,
      data: withComponentIds(fromJson(row.data), (shown) => componentIds.get(shown)),
      kept: fromJson(row.kept),
    })),
    components: components.map((row) => ({
      id: idIn(componentIds, row.id),
      canvasId: idIn(canvasIds, row.canvas_id),
      title: row.title,
      description: row.description,
      threats: threatsOf.get(row.id) ?? [],
      kept: fromJson(row.kept),
    })),
  };
};

type Imported = { id: string; otm_id: string | null };

/**
 * The id each record has in the content. The file's, unless another record has it already: a canvas
 * can be moved here from a model that came from the same file.
 */
const contentIds = (rows: Imported[]): Map<string, string> => {
  const taken = new Set<string>();
  return new Map(
    rows.map(({ id, otm_id }) => {
      const contentId = otm_id === null || taken.has(otm_id) ? id : otm_id;
      taken.add(contentId);
      return [id, contentId];
    }),
  );
};

const idIn = (ids: Map<string, string>, id: string): string => ids.get(id) ?? id;

const toModel = (row: Selectable<Schema['threat_models']>) => ({
  id: row.otm_id ?? row.id,
  title: row.title,
  description: row.description,
  status: row.status,
  priority: row.priority,
  dueToDate: row.due_to_date,
  retroCompletedAt: row.retro_completed_at,
  timeInvested: row.time_invested,
  qualityOfModel: row.quality_of_model,
  whenToRevisit: row.when_to_revisit,
  archivedAt: row.archived_at,
  kept: fromJson(row.kept),
});

const toThreat = (
  row: Selectable<Schema['threats']>,
  id: string,
): Omit<ThreatContent, 'mitigations' | 'comments'> => ({
  id,
  title: row.title,
  description: row.description,
  source: row.source,
  priority: row.priority,
  status: row.status,
  isCustom: row.is_custom === 1,
  kept: fromJson(row.kept),
});

const toMitigation = (row: Selectable<Schema['mitigations']>, id: string): MitigationContent => ({
  id,
  title: row.title,
  definition: row.definition,
  consideration: row.consideration,
  explanation: row.explanation,
  example: row.example,
  question: row.question,
  isCustom: row.is_custom === 1,
  status: row.status,
  kept: fromJson(row.kept),
});
