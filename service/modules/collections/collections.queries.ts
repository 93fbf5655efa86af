import type { Selectable } from 'kysely';
import type { FieldValues } from '#shared/records/field-values.ts';
import { newId } from '#shared/records/new-id.ts';
import { isVisible } from '../../access/collection-access.ts';
import { page, type ListParameters } from '../../database/page.ts';
import { fieldsIn, newColumns } from '../../database/record-columns.ts';
import type { Database, Schema } from '../../database/schema.ts';
import type { Changes } from '../../database/stamped.ts';
import { updateRecord } from '../../database/update-record.ts';
import { Refusal } from '../../protocol/refusal.ts';
import type { RequestContext } from '../../protocol/request-context.ts';

type CollectionValues = FieldValues<'collection'>;

export const listCollections = async (
  { database, caller }: RequestContext,
  list: ListParameters,
) => {
  const visible = database
    .selectFrom('collections')
    .where(isVisible(caller, 'collections'))
    .selectAll('collections');
  const { rows, count } = await page(visible, 'collections', list);
  return { items: rows.map(toCollection), count };
};

export const getCollection = async (database: Database, id: string) => {
  const row = await database
    .selectFrom('collections')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return toCollection(row);
};

export const createCollection = async (
  { database, caller, now }: RequestContext,
  collection: CollectionValues,
): Promise<string> => {
  const id = newId();
  await database
    .insertInto('collections')
    .values({
      id,
      created_at: now,
      updated_at: now,
      created_by: caller.userId,
      ...newColumns('collection', collection),
    })
    .execute();
  return id;
};

export const updateCollection = async (
  context: RequestContext,
  id: string,
  changes: Changes<CollectionValues>,
): Promise<void> => {
  await updateRecord(context, 'collection', id, changes);
};

/**
 * Throws 404 if the collection was deleted, and says so in the response. Only someone who knows the
 * collection's ID can learn this.
 */
export const requireNotDeleted = async (database: Database, id: string): Promise<void> => {
  const deleted = await database
    .selectFrom('deleted_collections')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (deleted)
    throw new Refusal('not_found', `the collection ${id} was deleted`, { deleted: true });
};

const toCollection = (row: Selectable<Schema['collections']>) => ({
  id: row.id,
  created_at: row.created_at,
  updated_at: row.updated_at,
  ...fieldsIn('collection', row),
  created_by: { id: row.created_by },
});
