import { isUnrestricted } from '../../access/caller.ts';
import { invalid, Refusal } from '../../protocol/refusal.ts';
import type { RequestContext } from '../../protocol/request-context.ts';

/**
 * Throws 403 unless the caller is the author of the comment or exempt from collection permissions.
 * Nobody else may change or delete the comment.
 */
export const requireAuthorship = async (
  { database, caller }: RequestContext,
  commentId: string,
): Promise<void> => {
  if (isUnrestricted(caller)) return;
  const { user_id: author } = await database
    .selectFrom('comments')
    .select('user_id')
    .where('id', '=', commentId)
    .executeTakeFirstOrThrow();
  if (author !== caller.userId) {
    throw new Refusal('collection_access', 'only the author can change or delete a comment');
  }
};

/** Requires that the caller may write comments in the name of `userId`, and that this user exists. */
export const requireAuthor = async (
  { database, caller }: RequestContext,
  userId: string,
  path: string,
): Promise<void> => {
  if (userId === caller.userId) return;
  if (!isUnrestricted(caller)) {
    throw new Refusal('collection_access', 'users can only comment as themselves');
  }
  const user = await database
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!user) throw invalid(path, 'user not found');
};
