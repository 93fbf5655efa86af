import { sql, type Selectable } from 'kysely';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import { found } from '../../access/collection-access.ts';
import { fromJson, toJson } from '../../database/json-text.ts';
import { newId } from '../../database/new-id.ts';
import { page, type ListParameters } from '../../database/page.ts';
import { collectionOf, within } from '../../database/place.ts';
import type { Database, Schema } from '../../database/schema.ts';
import { stamped, type Changes } from '../../database/stamped.ts';
import { statement } from '../../database/statement.ts';
import type { RequestContext } from '../../protocol/request-context.ts';
import { takeRefNumbers } from '../threats/ref-numbers.ts';

type CanvasFacts = { title: string; format: string; data: CanvasDocument };

export const listCanvases = async (database: Database, modelId: string, list: ListParameters) => {
  const held = database.selectFrom('canvases').selectAll().where('threat_model_id', '=', modelId);
  const { rows, count } = await page(held, 'canvases', list);
  return { items: rows.map(toCanvas), count };
};

export const getCanvas = async (database: Database, id: string) =>
  toCanvas(found(await rowsById(database, id), 'canvases', id));

const rowsById = statement((database, id: string) =>
  database.selectFrom('canvases').selectAll().where('id', '=', id),
);

export const createCanvas = async (
  { database, now }: RequestContext,
  modelId: string,
  { data, ...facts }: CanvasFacts,
): Promise<string> => {
  const id = newId();
  await database
    .insertInto('canvases')
    .values({
      id,
      created_at: now,
      updated_at: now,
      collection_id: collectionOf('threat_models', modelId),
      threat_model_id: modelId,
      data: toJson(data),
      ...facts,
    })
    .execute();
  return id;
};

export const updateCanvas = async (
  context: RequestContext,
  id: string,
  { data, ...facts }: Changes<CanvasFacts>,
): Promise<void> => {
  const changes = { ...facts, data: data && toJson(data) };
  await context.database
    .updateTable('canvases')
    .set(await stamped(context, 'canvases', id, changes))
    .where('id', '=', id)
    .execute();
};

/** Moves a canvas to another threat model, where its threats are counted anew. */
export const moveCanvas = async (
  context: RequestContext,
  id: string,
  modelId: string,
): Promise<void> => {
  const { database } = context;
  const { threat_model_id: from } = await database
    .selectFrom('canvases')
    .select('threat_model_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (from === modelId) return;
  await database
    .updateTable('canvases')
    .set(await stamped(context, 'canvases', id, { threat_model_id: modelId }))
    .where('id', '=', id)
    .execute();
  await placeContents(database, id, modelId);
  await renumberThreats(context, id, modelId);
};

/** A canvas may come into another collection, and all that it holds with it. */
const placeContents = async (
  database: Database,
  canvasId: string,
  modelId: string,
): Promise<void> => {
  for (const table of ['canvases', 'components', 'threats', 'mitigations', 'comments'] as const) {
    const ofCanvas = sql<boolean>`${sql.ref('canvases.id')} = ${canvasId}`;
    await database
      .updateTable(table)
      .set({ collection_id: collectionOf('threat_models', modelId) })
      .where(within(table, 'canvases', ofCanvas))
      .execute();
  }
};

const renumberThreats = async (
  context: RequestContext,
  canvasId: string,
  modelId: string,
): Promise<void> => {
  const threats = await context.database
    .selectFrom('threats')
    .innerJoin('components', 'components.id', 'threats.component_id')
    .where('components.canvas_id', '=', canvasId)
    .orderBy('ref_number')
    .select('threats.id')
    .execute();
  const first = await takeRefNumbers(context.database, modelId, threats.length);
  for (const [index, { id }] of threats.entries()) {
    await context.database
      .updateTable('threats')
      .set(await stamped(context, 'threats', id, { ref_number: first + index }))
      .where('id', '=', id)
      .execute();
  }
};

export const deleteCanvas = async (database: Database, id: string): Promise<void> => {
  await database.deleteFrom('canvases').where('id', '=', id).execute();
};

const toCanvas = (row: Selectable<Schema['canvases']>) => ({
  id: row.id,
  created_at: row.created_at,
  updated_at: row.updated_at,
  title: row.title,
  format: row.format,
  data: fromJson(row.data),
  threat_model: { id: row.threat_model_id },
});
