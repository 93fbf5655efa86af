import { sql, type RawBuilder } from 'kysely';
import { ancestorId, within, type PlacedTable } from '../database/place.ts';
import type { CollectionPermission, Database } from '../database/schema.ts';
import { Refusal } from '../protocol/refusal.ts';
import { isUnrestricted, type Caller } from './caller.ts';

const rank = { read: 1, write: 2, manage: 3 } satisfies Record<CollectionPermission, number>;

const singular = {
  collections: 'collection',
  threat_models: 'threat model',
  canvases: 'canvas',
  components: 'component',
  threats: 'threat',
  mitigations: 'mitigation',
  comments: 'comment',
} satisfies Record<PlacedTable, string>;

/**
 * Lets a caller pass who may do this with a record: 404 where it does not exist or must not be
 * seen, 403 where it may be seen but the collection's permission is not enough.
 */
export const requirePermission = async (
  { database, caller }: { database: Database; caller: Caller },
  table: PlacedTable,
  id: string,
  needed: CollectionPermission,
): Promise<void> => {
  const held = await permissionOn(database, caller, table, id);
  if (!held) throw new Refusal('not_found', `there is no ${singular[table]} ${id}`);
  if (rank[held] < rank[needed]) {
    throw new Refusal('collection_access', `requires ${needed} permission on the collection`);
  }
};

const permissionOn = async (
  database: Database,
  caller: Caller,
  table: PlacedTable,
  id: string,
): Promise<CollectionPermission | undefined> => {
  const collection = await database
    .selectFrom('collections')
    .leftJoin('collection_user_access as access', (join) =>
      join
        .onRef('access.collection_id', '=', 'collections.id')
        .on('access.user_id', '=', caller.userId),
    )
    .where('collections.id', '=', ancestorId(table, id, 'collections'))
    .select(['collections.created_by', 'access.permission'])
    .executeTakeFirst();
  if (!collection) return undefined;
  if (isUnrestricted(caller) || collection.created_by === caller.userId) return 'manage';
  return collection.permission ?? undefined;
};

/** A condition on rows of `table`: that the caller may see them. */
export const isVisible = (caller: Caller, table: PlacedTable): RawBuilder<boolean> => {
  if (isUnrestricted(caller)) return sql`1 = 1`;
  return within(
    table,
    'collections',
    sql`(${sql.ref('collections.created_by')} = ${caller.userId} or ${sql.ref('collections.id')} in (
      select collection_id from collection_user_access where user_id = ${caller.userId}))`,
  );
};
