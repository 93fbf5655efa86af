import { requirePermission } from '../../access/collection-access.ts';
import type { Database } from '../../database/schema.ts';
import type { RequestContext } from '../../protocol/request-context.ts';

type OfCollection = { collectionId: string };

/**
 * A kind of access change, with a function that makes the change, and a function that returns the list
 * of grants.
 */
type AccessChange<Change, Entry> = {
  apply: (database: Database, change: Change, at: string) => Promise<void>;
  list: (database: Database, collectionId: string) => Promise<Entry[]>;
};

/**
 * Changes the access to a collection, and returns the new grants. Requires `manage` on the collection.
 */
export const changeAccess = async <Change extends OfCollection, Entry>(
  context: RequestContext,
  { apply, list }: AccessChange<Change, Entry>,
  change: Change,
): Promise<Entry[]> => {
  await requirePermission(context, 'collections', change.collectionId, 'manage');
  await apply(context.database, change, '');
  return await list(context.database, change.collectionId);
};

/**
 * Changes the access to several collections. Checks all permissions before the first change. Otherwise a
 * caller who revokes its own access in one collection would be rejected at the next collection.
 */
export const changeAccessOfSeveral = async <Change extends OfCollection, Entry>(
  context: RequestContext,
  { apply, list }: AccessChange<Change, Entry>,
  changes: Change[],
): Promise<Entry[][]> => {
  for (const { collectionId } of changes) {
    await requirePermission(context, 'collections', collectionId, 'manage');
  }
  const answers: Entry[][] = [];
  for (const [index, change] of changes.entries()) {
    await apply(context.database, change, `payload[${index}].`);
    answers.push(await list(context.database, change.collectionId));
  }
  return answers;
};
