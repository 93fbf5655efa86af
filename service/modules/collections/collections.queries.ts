import type { Selectable } from 'kysely';
import { isVisible } from '../../access/collection-access.ts';
import { newId } from '../../database/new-id.ts';
import { page, type ListParameters } from '../../database/page.ts';
import type { Database, Schema } from '../../database/schema.ts';
import { stamped, type Changes } from '../../database/stamped.ts';
import { Refusal } from '../../protocol/refusal.ts';
import type { RequestContext } from '../../protocol/request-context.ts';

type CollectionFacts = { title: string; description: string | null; color: string | null };

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
  facts: CollectionFacts,
): Promise<string> => {
  const id = newId();
  await database
    .insertInto('collections')
    .values({ id, created_at: now, updated_at: now, created_by: caller.userId, ...facts })
    .execute();
  return id;
};

export const updateCollection = async (
  context: RequestContext,
  id: string,
  changes: Changes<CollectionFacts>,
): Promise<void> => {
  await context.database
    .updateTable('collections')
    .set(await stamped(context, 'collections', id, changes))
    .where('id', '=', id)
    .execute();
};

export const deleteCollection = async (database: Database, id: string): Promise<void> => {
  await database.deleteFrom('collections').where('id', '=', id).execute();
  await database.insertInto('deleted_collections').values({ id }).execute();
};

/** Only who knew the id learns from it that there was such a collection. */
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
  title: row.title,
  description: row.description,
  color: row.color,
  created_by: { id: row.created_by },
});
