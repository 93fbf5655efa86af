import { sql } from 'kysely';
import { parentKind, snakeCase, type RecordKind } from '#shared/records/record-kinds.ts';
import { notFound, requirePermission } from '../access/collection-access.ts';
import { collectionOf, recordTables } from '../database/record-tables.ts';
import { rowLock } from '../database/row-lock.ts';
import { after } from '../database/stamped.ts';
import { requireAuthorship } from '../modules/comments/authorship.ts';
import { takeNumberBack } from '../modules/threats/moved-threats.ts';
import { renumberTaken } from '../modules/threats/ref-numbers.ts';
import type { RequestContext } from '../protocol/request-context.ts';
import { findDeleted, newestChange, putBack, type DeletedRecord } from './deleted-records.ts';

/**
 * Returns the ID of the collection to which a deleted record returns, or undefined if its parent does
 * not exist. Locks the parent, so that nobody deletes or moves the parent until the transaction ends.
 */
const collectionIdOf = async (
  { database }: RequestContext,
  kind: RecordKind,
  { columns }: DeletedRecord,
): Promise<string | undefined> => {
  const holder = parentKind[kind];
  if (!holder) return String(columns['id']);
  const parentId = String(columns[`${snakeCase(holder)}_id`]);
  const { rows } = await sql<{ id: string | null }>`
    select ${collectionOf(recordTables[holder], parentId, rowLock(database, 'key share'))} as id`.execute(
    database,
  );
  return rows[0]?.id ?? undefined;
};

/**
 * Restores a deleted record with everything that was deleted with it. IDs, authors, and comments stay
 * the same. Threat numbers stay the same too, unless `renumberTaken` or `takeNumberBack` replaces them.
 * Each record gets a new `updated_at`. Changes nothing if the record was not deleted.
 */
export const restoreRecord = async (
  context: RequestContext,
  kind: RecordKind,
  id: string,
): Promise<void> => {
  const { database, now } = context;
  const table = recordTables[kind];
  const deleted = await findDeleted(database, table, id);
  if (deleted) {
    const { deletion } = deleted;
    const collectionId = await collectionIdOf(context, kind, deleted);
    if (collectionId === undefined) throw notFound(table, id);
    const time = after(await newestChange(database, deletion), now);
    await putBack(database, kind, deletion, { updated_at: time, collection_id: collectionId });
    await database.deleteFrom('deleted_collections').where('id', '=', id).execute();
  }
  // The permission checks need the record to exist, so they come after the restoration. If a check
  // fails, the transaction is rolled back.
  await requirePermission(context, table, id, kind === 'collection' ? 'manage' : 'write');
  if (kind === 'comment') await requireAuthorship(context, id);
  if (deleted) await renumberTaken(database, table, id);
  if (deleted && kind === 'threat') await takeNumberBack(context, id);
};
