import { sql } from 'kysely';
import { toJson } from '../../database/json-text.ts';
import type { Database } from '../../database/schema.ts';
import { invalid } from '../../protocol/refusal.ts';
import type { RequestContext } from '../../protocol/request-context.ts';
import { changeAll } from './change-all.ts';
import { asTheyAre, requireAuthority, requireNoOwner } from './require-authority.ts';
import { existingUsers, selectUsers } from './users.queries.ts';

/**
 * Deletes a user. The recipient gets the user's collections and threat models. The row of the user stays
 * without personal data, because the user is the author of comments. The email address can be used
 * again.
 */
export const deleteUser = async (
  context: RequestContext,
  id: string,
  recipientId: string,
): Promise<void> => {
  const { database, now } = context;
  const users = await existingUsers(database, [id]);
  requireNoOwner(users, 'deleted');
  await requireAuthority(context, asTheyAre(users));
  await requireRecipient(database, id, recipientId);

  const created = sql`created_by = ${id}`;
  await changeAll(context, 'collections', created, { created_by: recipientId });
  const owned = sql`owner_id = ${id}`;
  await changeAll(context, 'threat_models', owned, { owner_id: recipientId });
  for (const table of ofOneUser) {
    await database.deleteFrom(table).where('user_id', '=', id).execute();
  }
  // This value is unique and cannot be an email address, because it has no @.
  const nobody = `deleted:${id}`;
  await changeAll(context, 'users', sql`id = ${id}`, {
    email: nobody,
    email_key: nobody,
    first_name: '',
    last_name: '',
    is_enabled: 0,
    scopes: toJson([]),
    deleted_at: now,
  });
};

/**
 * The tables from which the rows of a deleted user are removed. Foreign keys also delete the access
 * tokens of deleted API tokens.
 */
const ofOneUser = [
  'api_tokens',
  'collection_user_access',
  'team_members',
  'invitations',
  'idempotent_answers',
] as const;

const requireRecipient = async (
  database: Database,
  id: string,
  recipientId: string,
): Promise<void> => {
  const recipient = await selectUsers(database).where('id', '=', recipientId).executeTakeFirst();
  const message =
    (recipientId === id && 'must be another user') ||
    (!recipient && 'user not found') ||
    (recipient?.is_enabled !== 1 && 'the user is disabled');
  if (message !== false) throw invalid('recipientId', message);
};
