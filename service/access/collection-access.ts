import { sql, type RawBuilder } from 'kysely';
import type { CollectionPermission } from '#shared/api/enumerations.ts';
import { collectionColumn, collectionOf, type PlacedTable } from '../database/place.ts';
import type { Database } from '../database/schema.ts';
import { statement } from '../database/statement.ts';
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

const notFound = (table: PlacedTable, id: string): Refusal =>
  new Refusal('not_found', `there is no ${singular[table]} ${id}`);

/** The row of a record that was looked for. */
export const found = <Row>([row]: readonly Row[], table: PlacedTable, id: string): Row => {
  if (row === undefined) throw notFound(table, id);
  return row;
};

/**
 * The same as requiring `read`, of a record that is looked for right after: for a caller who is
 * beyond collection permissions, whether it exists is then all there is to know.
 */
export const requireRead = async (
  context: { database: Database; caller: Caller },
  table: PlacedTable,
  id: string,
): Promise<void> => {
  if (!isUnrestricted(context.caller)) await requirePermission(context, table, id, 'read');
};

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
  if (!held) throw notFound(table, id);
  if (rank[held] < rank[needed]) {
    throw new Refusal('collection_access', `requires ${needed} permission on the collection`);
  }
};

/** The highest of what the caller was granted itself and by its teams. */
const permissionOn = async (
  database: Database,
  caller: Caller,
  table: PlacedTable,
  id: string,
): Promise<CollectionPermission | undefined> => {
  const [collection] = await holders[table](database, id);
  if (!collection) return undefined;
  if (isUnrestricted(caller) || collection.created_by === caller.userId) return 'manage';
  const granted = await grantsOf(database, caller.userId, collection.id);
  return granted
    .map(({ permission }) => permission)
    .toSorted((one, other) => rank[other] - rank[one])[0];
};

const holderOf = (table: PlacedTable) =>
  statement((database, id: string) =>
    database
      .selectFrom('collections')
      .where('id', '=', collectionOf(table, id))
      .select(['id', 'created_by']),
  );

/** For each kind of record, the collection that one lies in. */
const holders = {
  collections: holderOf('collections'),
  threat_models: holderOf('threat_models'),
  canvases: holderOf('canvases'),
  components: holderOf('components'),
  threats: holderOf('threats'),
  mitigations: holderOf('mitigations'),
  comments: holderOf('comments'),
} satisfies Record<PlacedTable, unknown>;

const grantsOf = statement((database, userId: string, collectionId: string) =>
  database
    .selectFrom('collection_user_access')
    .where('user_id', '=', userId)
    .where('collection_id', '=', collectionId)
    .select('permission')
    .unionAll(
      database
        .selectFrom('collection_team_access as access')
        .innerJoin('team_members', 'team_members.team_id', 'access.team_id')
        .where('team_members.user_id', '=', userId)
        .where('access.collection_id', '=', collectionId)
        .select('permission'),
    ),
);

/** A condition on rows of `table`: that the caller may see them. */
export const isVisible = (caller: Caller, table: PlacedTable): RawBuilder<boolean> =>
  isInVisibleCollection(caller, sql.ref(`${table}.${collectionColumn(table)}`));

/** The same of anything that has a collection's id. */
export const isInVisibleCollection = (
  caller: Caller,
  collectionId: RawBuilder<unknown>,
): RawBuilder<boolean> => {
  if (isUnrestricted(caller)) return sql`1 = 1`;
  const { userId } = caller;
  return sql`${collectionId} in (
    select id from collections where created_by = ${userId}
    union select collection_id from collection_user_access where user_id = ${userId}
    union select access.collection_id from collection_team_access access
      join team_members on team_members.team_id = access.team_id
      where team_members.user_id = ${userId})`;
};
