import type { Selectable } from 'kysely';
import type { FieldValues } from '#shared/records/field-values.ts';
import { newId } from '#shared/records/new-id.ts';
import { visiblePages } from '../../access/visible-page.ts';
import { grouped } from '../../database/grouped.ts';
import type { ListParameters } from '../../database/page.ts';
import { fieldsIn, newColumns } from '../../database/record-columns.ts';
import { collectionOf } from '../../database/record-tables.ts';
import type { Database, Schema } from '../../database/schema.ts';
import type { Changes } from '../../database/stamped.ts';
import { updateRecord } from '../../database/update-record.ts';
import type { RequestContext } from '../../protocol/request-context.ts';
import { attributesOf, setAttributes } from './component-attributes.ts';

type ComponentValues = FieldValues<'component'> & { attributes: { id: string }[] };

const componentPage = visiblePages('components', (database) =>
  database.selectFrom('components').selectAll('components'),
);

export const listComponents = async (context: RequestContext, list: ListParameters) => {
  const { rows, count } = await componentPage(context, list);
  const items = rows.map((row) => ({ ...toItem(row), canvas: { id: row.canvas_id } }));
  return { items, count };
};

export const listComponentsOfCanvas = async (database: Database, canvasId: string) => {
  const rows = await database
    .selectFrom('components')
    .selectAll()
    .where('canvas_id', '=', canvasId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const ofCanvas = database.selectFrom('components').select('id').where('canvas_id', '=', canvasId);
  const attributes = await attributesOf(database, ofCanvas);
  const threats = await threatsOf(database, ofCanvas);
  return rows.map((row) => ({
    ...toItem(row),
    attributes: attributes.get(row.id) ?? [],
    threats: threats.get(row.id) ?? [],
  }));
};

export const getComponent = async (database: Database, id: string) => {
  const row = await database
    .selectFrom('components')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const itself = database.selectFrom('components').select('id').where('id', '=', id);
  const attributes = await attributesOf(database, itself);
  const threats = await threatsOf(database, itself);
  return {
    ...toItem(row),
    canvas: { id: row.canvas_id },
    attributes: attributes.get(id) ?? [],
    threats: threats.get(id) ?? [],
  };
};

export const createComponent = async (
  { database, now }: RequestContext,
  canvasId: string,
  { attributes, ...component }: ComponentValues,
): Promise<string> => {
  const id = newId();
  await database
    .insertInto('components')
    .values({
      id,
      created_at: now,
      updated_at: now,
      collection_id: collectionOf('canvases', canvasId),
      canvas_id: canvasId,
      ...newColumns('component', component),
    })
    .execute();
  await setAttributes(database, id, attributes);
  return id;
};

export const updateComponent = async (
  context: RequestContext,
  id: string,
  changes: Changes<ComponentValues>,
): Promise<void> => {
  await updateRecord(context, 'component', id, changes);
  const { attributes } = changes;
  if (attributes) await setAttributes(context.database, id, attributes);
};

type ComponentIds = Parameters<typeof attributesOf>[1];

/** Returns the threats of several components in their short form, by component. */
const threatsOf = async (database: Database, componentIds: ComponentIds) => {
  const rows = await database
    .selectFrom('threats')
    .select(['component_id', 'id', 'title', 'status', 'is_custom'])
    .where('component_id', 'in', componentIds)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return grouped(
    rows.map(({ component_id, is_custom, ...threat }) => [
      component_id,
      { ...threat, is_custom: is_custom === 1 },
    ]),
  );
};

const toItem = (row: Selectable<Schema['components']>) => ({
  id: row.id,
  created_at: row.created_at,
  updated_at: row.updated_at,
  ...fieldsIn('component', row),
});
