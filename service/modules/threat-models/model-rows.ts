import type { Insertable } from 'kysely';
import type { Kept, ModelContent, ThreatContent } from '#shared/otm/content.ts';
import { toJson } from '../../database/json-text.ts';
import { instantOf, newId } from '../../database/new-id.ts';
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
 * The rows that a model's content is stored as. Records get ids of their own and keep those of the
 * content as `otm_id`; the user is the model's owner and the author of its comments.
 */
export const modelRows = (content: ModelContent, setting: Setting): ModelRows => {
  const { collectionId } = setting;
  const id = newId();
  const canvasIds = idsFor(content.canvases);
  const componentIds = idsFor(content.components);
  const placed = content.components.flatMap((component) =>
    component.threats.map((threat) => ({
      id: newId(),
      componentId: idIn(componentIds, component.id),
      threat,
    })),
  );
  return {
    threat_models: { ...made(id), ...modelRow(content, setting), last_ref_number: placed.length },
    canvases: content.canvases.map((canvas) => ({
      ...made(idIn(canvasIds, canvas.id)),
      collection_id: collectionId,
      threat_model_id: id,
      title: canvas.title,
      format: 'diagram',
      data: toJson(withComponentIds(canvas.data, (shown) => componentIds.get(shown) ?? shown)),
      ...origin(canvas),
    })),
    components: content.components.map((component) => ({
      ...made(idIn(componentIds, component.id)),
      collection_id: collectionId,
      canvas_id: idIn(canvasIds, component.canvasId),
      title: component.title,
      description: component.description,
      ...origin(component),
    })),
    threats: placed.map(({ id: threatId, componentId, threat }, index) => ({
      ...made(threatId),
      collection_id: collectionId,
      component_id: componentId,
      ref_number: index + 1,
      ...threatFacts(threat),
    })),
    mitigations: placed.flatMap((holder) => mitigationRows(holder.threat, holder.id, collectionId)),
    comments: placed.flatMap((holder) => commentRows(holder.threat, holder.id, setting)),
  };
};

/**
 * Each record has the instant of its id, not one for all of them: lists are ordered by instant, and
 * find their place in tens of thousands of records by it.
 */
const made = (id: string) => ({ id, created_at: instantOf(id), updated_at: instantOf(id) });

const modelRow = (content: ModelContent, { collectionId, userId }: Setting) => ({
  collection_id: collectionId,
  owner_id: userId,
  title: content.title,
  description: content.description,
  status: content.status,
  priority: content.priority,
  due_to_date: content.dueToDate,
  retro_completed_at: content.retroCompletedAt,
  time_invested: content.timeInvested,
  quality_of_model: content.qualityOfModel,
  when_to_revisit: content.whenToRevisit,
  archived_at: content.archivedAt,
  ...origin(content),
});

const threatFacts = (threat: ThreatContent) => ({
  title: threat.title,
  description: threat.description,
  source: threat.source,
  priority: threat.priority,
  status: threat.status,
  is_custom: threat.isCustom ? 1 : 0,
  ...origin(threat),
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
    title: mitigation.title,
    definition: mitigation.definition,
    consideration: mitigation.consideration,
    explanation: mitigation.explanation,
    example: mitigation.example,
    question: mitigation.question,
    is_custom: mitigation.isCustom ? 1 : 0,
    status: mitigation.status,
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
    text,
    is_edited: 0,
  }));

const origin = ({ id, kept }: { id: string; kept: Kept }) => ({ otm_id: id, kept: toJson(kept) });

const idsFor = (records: { id: string }[]): Map<string, string> =>
  new Map(records.map(({ id }) => [id, newId()]));

const idIn = (ids: Map<string, string>, contentId: string): string => {
  const id = ids.get(contentId);
  if (id === undefined) throw new Error(`the content does not hold ${contentId}, but names it`);
  return id;
};
