import { requirePermission } from '../../access/collection-access.ts';
import type { Database } from '../../database/schema.ts';
import type { RequestContext } from '../../protocol/request-context.ts';

type OfCollection = { collectionId: string };

/** One kind of change of the access to a collection, and the list that shows what came of it. */
type AccessChange<Change, Entry> = {
  apply: (database: Database, change: Change, at: string) => Promise<void>;
  list: (database: Database, collectionId: string) => Promise<Entry[]>;
};

/** Who manages a collection changes who has access to it. */
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
 * The same for several collections. All permissions are looked at before anything is changed, so
 * that a caller may take its own away at one place without being refused at the next.
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
