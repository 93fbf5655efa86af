import type { Insertable } from 'kysely';
import type { Kept, ModelContent, ThreatContent } from '#shared/otm/content.ts';
import { instantOf, newId } from '#shared/records/new-id.ts';
import { toJson } from '../../database/json-text.ts';
import { newColumns } from '../../database/record-columns.ts';
import type { Schema } from '../../database/schema.ts';
import { withComponentIds } from './with-component-ids.ts';

type Rows<Table extends keyof Schema> = Insertable<Schema[Table]>[];

type ModelRows = {
  threat_models: Insertable<Schema['threat_models']>;
  canvases: Rows<'canvases'>;
  components: Rows<'components'>;
  threats: Rows<'threats'>;
  mitigations: Rows<'mitigations'>;
  comments: Rows<'comments'>;
};

type Setting = { collectionId: string; userId: string; now: string };

/**
 * Returns the rows for the content of a model. Records get new IDs. Their IDs in the content are stored
 * as `otm_id`. The user becomes the owner of the model and the author of its comments.
 */
export const modelRows = (content: ModelContent, setting: Setting): ModelRows => {
  const { collectionId } = setting;
  const id = newId();
  const canvasIds = idsFor(content.canvases);
  const componentIds = idsFor(content.components);
  const threats = content.components.flatMap((component) =>
    component.threats.map((threat) => ({
      id: newId(),
      componentId: idIn(componentIds, component.id),
      threat,
    })),
  );
  return {
    threat_models: { ...made(id), ...modelRow(content, setting), last_ref_number: threats.length },
    canvases: content.canvases.map((canvas) => ({
      ...made(idIn(canvasIds, canvas.id)),
      collection_id: collectionId,
      threat_model_id: id,
      ...newColumns('canvas', { title: canvas.title, format: 'diagram' as const }),
      data: toJson(
        withComponentIds(
          canvas.data,
          (componentId) => componentIds.get(componentId) ?? componentId,
        ),
      ),
      ...origin(canvas),
    })),
    components: content.components.map((component) => ({
      ...made(idIn(componentIds, component.id)),
      collection_id: collectionId,
      canvas_id: idIn(canvasIds, component.canvasId),
      ...newColumns('component', component),
      ...origin(component),
    })),
    threats: threats.map(({ id: threatId, componentId, threat }, index) => ({
      ...made(threatId),
      collection_id: collectionId,
      component_id: componentId,
      ref_number: index + 1,
      ...newColumns('threat', threat),
      ...origin(threat),
    })),
    mitigations: threats.flatMap((holder) =>
      mitigationRows(holder.threat, holder.id, collectionId),
    ),
    comments: threats.flatMap((holder) => commentRows(holder.threat, holder.id, setting)),
  };
};

/**
 * Returns the ID and the dates of a record. The dates come from the ID, so that they differ. If all
 * records of an import had the same date, a list sorted by date could not find a page quickly.
 */
const made = (id: string) => ({ id, created_at: instantOf(id), updated_at: instantOf(id) });

const modelRow = (content: ModelContent, { collectionId, userId }: Setting) => ({
  collection_id: collectionId,
  owner_id: userId,
  ...newColumns('threatModel', content),
  ...origin(content),
});

const mitigationRows = (
  { mitigations }: ThreatContent,
  threatId: string,
  collectionId: string,
): Rows<'mitigations'> =>
  mitigations.map((mitigation) => ({
    ...made(newId()),
    collection_id: collectionId,
    threat_id: threatId,
    ...newColumns('mitigation', mitigation),
    ...origin(mitigation),
  }));

const commentRows = (
  { comments }: ThreatContent,
  threatId: string,
  { userId, collectionId, now }: Setting,
): Rows<'comments'> =>
  comments.map(({ text, createdAt }) => ({
    id: newId(),
    created_at: createdAt,
    updated_at: now,
    collection_id: collectionId,
    threat_id: threatId,
    user_id: userId,
    ...newColumns('comment', { text, is_edited: false }),
  }));

const origin = ({ id, kept }: { id: string; kept: Kept }) => ({ otm_id: id, kept: toJson(kept) });

const idsFor = (records: { id: string }[]): Map<string, string> =>
  new Map(records.map(({ id }) => [id, newId()]));

const idIn = (ids: Map<string, string>, contentId: string): string => {
  const id = ids.get(contentId);
  if (id === undefined) throw new Error(`the content does not hold ${contentId}, but names it`);
  return id;
};
