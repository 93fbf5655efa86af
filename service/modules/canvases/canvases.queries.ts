import { sql, type Selectable } from 'kysely';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import type { FieldValues } from '#shared/records/field-values.ts';
import { newId } from '#shared/records/new-id.ts';
import { found } from '../../access/collection-access.ts';
import { toJson } from '../../database/json-text.ts';
import { page, type ListParameters } from '../../database/page.ts';
import { fieldsIn, newColumns } from '../../database/record-columns.ts';
import { collectionOf, within } from '../../database/record-tables.ts';
import { lockRows } from '../../database/row-lock.ts';
import type { Database, Schema } from '../../database/schema.ts';
import { stamped, type Changes } from '../../database/stamped.ts';
import { statement } from '../../database/statement.ts';
import { updateRecord } from '../../database/update-record.ts';
import type { RequestContext } from '../../protocol/request-context.ts';
import { writtenJson } from '../../protocol/written-json.ts';
import { takeRefNumbers } from '../threats/ref-numbers.ts';

type CanvasValues = FieldValues<'canvas'> & { data: CanvasDocument };

export const listCanvases = async (database: Database, modelId: string, list: ListParameters) => {
  const ofModel = database
    .selectFrom('canvases')
    .selectAll()
    .where('threat_model_id', '=', modelId);
  const { rows, count } = await page(ofModel, 'canvases', list);
  return writtenJson(`{"items":[${rows.map(canvasText).join()}],"count":${count}}`);
};

export const getCanvas = async (database: Database, id: string) =>
  writtenJson(canvasText(found(await rowsById(database, id), 'canvases', id)));

/** Returns a canvas with its document as stored JSON. */
export const getDrawing = async (database: Database, id: string) => {
  const { title, data } = found(await rowsById(database, id), 'canvases', id);
  return { title, data };
};

const rowsById = statement((database, id: string) =>
  database.selectFrom('canvases').selectAll().where('id', '=', id),
);

export const createCanvas = async (
  { database, now }: RequestContext,
  modelId: string,
  { data, ...canvas }: CanvasValues,
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
      ...newColumns('canvas', canvas),
    })
    .execute();
  return id;
};

export const updateCanvas = async (
  context: RequestContext,
  id: string,
  changes: Changes<CanvasValues>,
): Promise<void> => {
  const { data } = changes;
  await updateRecord(context, 'canvas', id, changes, { data: data && toJson(data) });
};

/** Moves a canvas to another threat model, where its threats get new numbers. */
export const moveCanvas = async (
  context: RequestContext,
  id: string,
  modelId: string,
): Promise<void> => {
  const { database } = context;
  await lockRows(database, 'canvases', sql`id = ${id}`, 'update');
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
  await moveContents(database, id, modelId);
  await renumberThreats(context, id, modelId);
};

/**
 * Sets the collection of a moved canvas and its descendants.
 *
 * Locks the records from the top down before it updates them, because another transaction may be
 * creating a descendant. If that transaction commits before the lock, the descendant is moved too.
 * Otherwise that transaction waits until the move is committed, and its descendant gets the new
 * collection.
 */
const moveContents = async (
  database: Database,
  canvasId: string,
  modelId: string,
): Promise<void> => {
  for (const table of ['canvases', 'components', 'threats', 'mitigations', 'comments'] as const) {
    const which = within(table, 'canvases', sql`${sql.ref('canvases.id')} = ${canvasId}`);
    await lockRows(database, table, which, 'update');
    await database
      .updateTable(table)
      .set({ collection_id: collectionOf('threat_models', modelId) })
      .where(which)
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

/** Returns a canvas as JSON text. The document can have 10 MiB, so it is not parsed. */
const canvasText = (row: Selectable<Schema['canvases']>): string => {
  const { id, created_at, updated_at, data, threat_model_id } = row;
  const facts = JSON.stringify({ id, created_at, updated_at, ...fieldsIn('canvas', row) });
  const model = JSON.stringify({ id: threat_model_id });
  return `${facts.slice(0, -1)},"data":${data},"threat_model":${model}}`;
};
