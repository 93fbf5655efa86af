import { sql } from 'kysely';
import { toJson } from '../../database/json-text.ts';
import type { Database } from '../../database/schema.ts';
import { invalid } from '../../protocol/refusal.ts';
import type { RequestContext } from '../../protocol/request-context.ts';
import { changeAll } from './change-all.ts';
import { requireAuthority, requireNoOwner, rolesOf } from './require-authority.ts';
import { existingUsers, selectUsers } from './users.queries.ts';

/**
 * What was its own is the recipient's. The row stays, since the user remains the author of its
 * comments, but says nothing of the person any more, and its e-mail is free again.
 */
export const deleteUser = async (
  context: RequestContext,
  id: string,
  recipientId: string,
): Promise<void> => {
  const { database, now } = context;
  const users = await existingUsers(database, [id]);
  requireNoOwner(users, 'deleted');
  await requireAuthority(context, rolesOf(users));
  await requireRecipient(database, id, recipientId);

  const created = sql`created_by = ${id}`;
  await changeAll(context, 'collections', created, { created_by: recipientId });
  const owned = sql`owner_id = ${id}`;
  await changeAll(context, 'threat_models', owned, { owner_id: recipientId });
  for (const table of ofOneUser) {
    await database.deleteFrom(table).where('user_id', '=', id).execute();
  }
  // An address has an @: this is nobody's, and stays unique.
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

/** Access tokens go with their API tokens. */
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
    (!recipient && 'there is no such user') ||
    (recipient?.is_enabled !== 1 && 'the user is disabled');
  if (message !== false) throw invalid('recipientId', message);
};
