import type { Selectable } from 'kysely';
import type { MitigationContent, ModelContent, ThreatContent } from '#shared/otm/content.ts';
import { grouped } from '../../database/grouped.ts';
import { fromJson } from '../../database/json-text.ts';
import { fieldsIn } from '../../database/record-columns.ts';
import type { Schema } from '../../database/schema.ts';
import type { ModelRecords } from './model-records.ts';
import { withComponentIds } from './with-component-ids.ts';

/**
 * Returns the whole content of a threat model. Imported records have the IDs of their file, so that an
 * exported file has the same IDs.
 */
export const modelOf = ({
  model,
  canvases,
  components,
  threats,
  mitigations,
  comments,
}: ModelRecords): ModelContent => {
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
      data: withComponentIds(fromJson(row.data), (componentId) => componentIds.get(componentId)),
      kept: fromJson(row.kept),
    })),
    components: components.map((row) => ({
      id: idIn(componentIds, row.id),
      canvasId: idIn(canvasIds, row.canvas_id),
      ...fieldsIn('component', row),
      threats: threatsOf.get(row.id) ?? [],
      kept: fromJson(row.kept),
    })),
  };
};

type Imported = { id: string; otm_id: string | null };

/**
 * Returns the content ID of each record. This is its ID in the imported file, or its ID in the service
 * if the record was not imported. If another record already has the ID from the file, the record also
 * gets its ID in the service. This happens when a canvas was moved here from another model of the same
 * file.
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
  ...fieldsIn('threatModel', row),
  kept: fromJson(row.kept),
});

const toThreat = (
  row: Selectable<Schema['threats']>,
  id: string,
): Omit<ThreatContent, 'mitigations' | 'comments'> => {
  // `moved_from` is the ID of a threat in this service and means nothing in a file, so it is left out.
  const { moved_from: _, ...fields } = fieldsIn('threat', row);
  return { id, ...fields, kept: fromJson(row.kept) };
};

const toMitigation = (row: Selectable<Schema['mitigations']>, id: string): MitigationContent => ({
  id,
  ...fieldsIn('mitigation', row),
  kept: fromJson(row.kept),
});
