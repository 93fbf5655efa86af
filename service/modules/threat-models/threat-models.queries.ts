import type { Selectable } from 'kysely';
import type { CanvasEdge, CanvasNode } from '#shared/canvas/document.ts';
import type { FieldValues } from '#shared/records/field-values.ts';
import { newId } from '#shared/records/new-id.ts';
import { isVisible } from '../../access/collection-access.ts';
import { grouped } from '../../database/grouped.ts';
import { page, type ListParameters } from '../../database/page.ts';
import { fieldsIn, newColumns } from '../../database/record-columns.ts';
import type { Database, Schema } from '../../database/schema.ts';
import type { Changes } from '../../database/stamped.ts';
import { updateRecord } from '../../database/update-record.ts';
import type { RequestContext } from '../../protocol/request-context.ts';
import { createCanvas } from '../canvases/canvases.queries.ts';

type ModelRow = Selectable<Schema['threat_models']>;
type ModelList = ListParameters & { include_archived: 'true' | 'false' };
type ModelValues = FieldValues<'threatModel'>;
type NewModel = Pick<ModelValues, 'title' | 'description'> & {
  canvasData: { title: string; nodes: CanvasNode[]; edges: CanvasEdge[] }[];
};

export const listModels = async (
  { database, caller }: RequestContext,
  { include_archived, ...list }: ModelList,
) => {
  const visible = selectListed(database, include_archived).where(
    isVisible(caller, 'threat_models'),
  );
  const { rows, count } = await page(visible, 'threat_models', list);
  const items = rows.map((row) => ({
    ...toListed(row),
    collection: { id: row.collection_id, title: row.collection_title },
  }));
  return { items, count };
};

export const listModelsOfCollection = async (
  { database }: RequestContext,
  collectionId: string,
  { include_archived, ...list }: ModelList,
) => {
  const models = selectListed(database, include_archived).where('collection_id', '=', collectionId);
  const { rows, count } = await page(models, 'threat_models', list);
  const canvases = await canvasIds(
    database,
    rows.map(({ id }) => id),
  );
  const items = rows.map((row) => ({
    ...toListed(row),
    canvases: canvases.get(row.id) ?? [],
    collection: {
      id: row.collection_id,
      title: row.collection_title,
      description: row.collection_description,
      color: row.collection_color,
      type: 'default',
    },
  }));
  return { items, count };
};

export const getModel = async (database: Database, id: string) => {
  const row = await database
    .selectFrom('threat_models')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const canvases = await canvasIds(database, [id]);
  return { ...toFacts(row), owner: { id: row.owner_id }, canvases: canvases.get(id) ?? [] };
};

export const createModel = async (
  context: RequestContext,
  collectionId: string,
  { canvasData, ...model }: NewModel,
): Promise<{ id: string; canvases: { id: string }[] }> => {
  const { database, caller, now } = context;
  const id = newId();
  await database
    .insertInto('threat_models')
    .values({
      id,
      created_at: now,
      updated_at: now,
      collection_id: collectionId,
      owner_id: caller.userId,
      status: 'Representation',
      priority: 'medium',
      ...newColumns('threatModel', model),
    })
    .execute();
  const canvases: { id: string }[] = [];
  for (const { title: canvasTitle, nodes, edges } of canvasData) {
    const canvas = { title: canvasTitle, format: 'diagram' as const, data: { nodes, edges } };
    canvases.push({ id: await createCanvas(context, id, canvas) });
  }
  return { id, canvases };
};

export const updateModel = async (
  context: RequestContext,
  id: string,
  changes: Changes<ModelValues>,
): Promise<void> => {
  const dates = {
    due_to_date: inUtc(changes.due_to_date),
    archived_at: inUtc(changes.archived_at),
  };
  await updateRecord(context, 'threatModel', id, { ...changes, ...dates });
};

const selectListed = (database: Database, includeArchived: 'true' | 'false') =>
  database
    .selectFrom('threat_models')
    .innerJoin('users', 'users.id', 'threat_models.owner_id')
    .innerJoin('collections', 'collections.id', 'threat_models.collection_id')
    .$if(includeArchived === 'false', (query) => query.where('archived_at', 'is', null))
    .selectAll('threat_models')
    .select([
      'users.email',
      'users.first_name',
      'users.last_name',
      'collections.title as collection_title',
      'collections.description as collection_description',
      'collections.color as collection_color',
    ]);

const canvasIds = async (
  database: Database,
  modelIds: string[],
): Promise<Map<string, { id: string }[]>> => {
  const canvases =
    modelIds.length === 0
      ? []
      : await database
          .selectFrom('canvases')
          .select(['id', 'threat_model_id'])
          .where('threat_model_id', 'in', modelIds)
          .orderBy('created_at')
          .orderBy('id')
          .execute();
  return grouped(canvases.map(({ id, threat_model_id }) => [threat_model_id, { id }]));
};

const toFacts = (row: ModelRow) => ({
  id: row.id,
  ...fieldsIn('threatModel', row),
});

type Person = { email: string; first_name: string; last_name: string };

const toListed = (row: ModelRow & Person) => ({
  ...toFacts(row),
  created_at: row.created_at,
  updated_at: row.updated_at,
  owner: {
    id: row.owner_id,
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
  },
});

const inUtc = (instant: string | null | undefined) =>
  typeof instant === 'string' ? new Date(instant).toISOString() : instant;
