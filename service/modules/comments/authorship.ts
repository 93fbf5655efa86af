import { isUnrestricted } from '../../access/caller.ts';
import { invalid, Refusal } from '../../protocol/refusal.ts';
import type { RequestContext } from '../../protocol/request-context.ts';

/** Only its author, or who is beyond collection permissions, changes or deletes a comment. */
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
    throw new Refusal('collection_access', 'only its author changes or deletes a comment');
  }
};

/** Whether the caller may write a comment in the name of this user, who has to exist. */
export const requireAuthor = async (
  { database, caller }: RequestContext,
  userId: string,
  path: string,
): Promise<void> => {
  if (userId === caller.userId) return;
  if (!isUnrestricted(caller)) {
    throw new Refusal('collection_access', 'a user writes comments in no name but its own');
  }
  const user = await database
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!user) throw invalid(path, 'there is no such user');
};
