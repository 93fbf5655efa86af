import { sql, type RawBuilder } from 'kysely';
import type { CollectionPermission } from '#shared/api/enumerations.ts';
import { collectionColumn, collectionOf, type RecordTable } from '../database/record-tables.ts';
import { rowLock } from '../database/row-lock.ts';
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
} satisfies Record<RecordTable, string>;

export const notFound = (table: RecordTable, id: string): Refusal =>
  new Refusal('not_found', `${singular[table]} ${id} not found`);

/** Returns the row that a query found for a record, or throws 404 if the query found no row. */
export const found = <Row>([row]: readonly Row[], table: RecordTable, id: string): Row => {
  if (row === undefined) throw notFound(table, id);
  return row;
};

/**
 * Requires `read` on a record that the procedure looks up next. For a caller who is exempt from
 * collection permissions, this checks nothing, and the lookup itself finds out if the record exists.
 */
export const requireRead = async (
  context: { database: Database; caller: Caller },
  table: RecordTable,
  id: string,
): Promise<void> => {
  if (!isUnrestricted(context.caller)) await requirePermission(context, table, id, 'read');
};

/**
 * Requires `write` on a record that the procedure's next statement changes. For a caller who is exempt
 * from collection permissions, this neither checks nor locks anything. The statement itself then locks
 * the record, and finds out if the record exists.
 */
export const requireChange = async (
  context: { database: Database; caller: Caller },
  table: RecordTable,
  id: string,
): Promise<void> => {
  if (!isUnrestricted(context.caller)) await requirePermission(context, table, id, 'write');
};

/**
 * Requires a permission on a record. Throws 404 if the record does not exist or the caller must not see
 * it, and 403 if the caller's permission is too low. For `write` and `manage`, locks the record, so that
 * nobody deletes or moves the record until the transaction ends.
 */
export const requirePermission = async (
  { database, caller }: { database: Database; caller: Caller },
  table: RecordTable,
  id: string,
  needed: CollectionPermission,
): Promise<void> => {
  const holder = needed === 'read' ? holders[table] : lockedHolders[table];
  const permission = await permissionOn(database, caller, await holder(database, id));
  if (!permission) throw notFound(table, id);
  if (rank[permission] < rank[needed]) {
    throw new Refusal('collection_access', `requires ${needed} permission on the collection`);
  }
};

/**
 * Returns the caller's permission on a collection. This is `manage` for the creator of the collection
 * and for exempt callers, and otherwise the highest permission granted to the caller or to one of the
 * caller's teams. Returns `undefined` if the caller has no permission or the collection does not exist.
 */
const permissionOn = async (
  database: Database,
  caller: Caller,
  [collection]: Awaited<ReturnType<ReturnType<typeof holderOf>>>,
): Promise<CollectionPermission | undefined> => {
  if (!collection) return undefined;
  if (isUnrestricted(caller) || collection.created_by === caller.userId) return 'manage';
  const granted = await grantsOf(database, caller.userId, collection.id);
  return granted
    .map(({ permission }) => permission)
    .toSorted((one, other) => rank[other] - rank[one])[0];
};

const holderOf = (table: RecordTable, isLocked: boolean) =>
  statement((database, id: string) => {
    const lock = isLocked ? rowLock(database, 'key share') : undefined;
    return database
      .selectFrom('collections')
      .where('id', '=', collectionOf(table, id, lock))
      .select(['id', 'created_by']);
  });

/**
 * Returns, for each table, the query that finds the collection of a record. If `isLocked`, the query
 * also locks the record, so that nobody deletes or moves the record until the transaction ends.
 */
const holdersOf = (isLocked: boolean) =>
  ({
    collections: holderOf('collections', isLocked),
    threat_models: holderOf('threat_models', isLocked),
    canvases: holderOf('canvases', isLocked),
    components: holderOf('components', isLocked),
    threats: holderOf('threats', isLocked),
    mitigations: holderOf('mitigations', isLocked),
    comments: holderOf('comments', isLocked),
  }) satisfies Record<RecordTable, unknown>;

const holders = holdersOf(false);
const lockedHolders = holdersOf(true);

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

/** Returns an SQL condition that selects the rows of `table` that the caller may see. */
export const isVisible = (caller: Caller, table: RecordTable): RawBuilder<boolean> =>
  isInVisibleCollection(caller, sql.ref(`${table}.${collectionColumn(table)}`));

/** Returns an SQL condition that is true if the caller may see the collection with this ID. */
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
