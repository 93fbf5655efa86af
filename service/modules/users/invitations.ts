import { createHash, randomBytes } from 'node:crypto';
import { insertAll } from '../../database/insert-all.ts';
import type { Database } from '../../database/schema.ts';
import { stamped } from '../../database/stamped.ts';
import { Refusal } from '../../protocol/refusal.ts';
import type { OpenContext } from '../../protocol/request-context.ts';
import { theOne } from './the-one.ts';
import { toInvited } from './user-shapes.ts';
import { existingUsers } from './users.queries.ts';

type Moment = Pick<OpenContext, 'database' | 'now'>;

const validMs = 7 * 24 * 3_600_000;

/** Creates an invitation for each user. Earlier invitations become invalid. */
export const issueInvitations = async (
  { database, now }: Moment,
  usersIds: readonly string[],
): Promise<void> => {
  await database.deleteFrom('invitations').where('user_id', 'in', usersIds).execute();
  const expires_at = new Date(Date.parse(now) + validMs).toISOString();
  const rows = usersIds.map((user_id) => {
    const token = randomBytes(32).toString('base64url');
    return { user_id, created_at: now, expires_at, token_hash: hashOf(token), token };
  });
  await insertAll(database, 'invitations', rows);
};

export const acceptInvitation = async (context: Moment, token: string) => {
  const { database, now } = context;
  const invitation = await findInvitation(database, token);
  if (invitation.expires_at <= now) {
    throw new Refusal('conflict', 'the invitation has expired; ask for a new one');
  }
  const id = invitation.user_id;
  const user = theOne(await existingUsers(database, [id]));
  if (user.is_enabled !== 1) throw new Refusal('conflict', 'the account is disabled');
  const changes = await stamped(context, 'users', id, { status: 'confirmed' } as const);
  await database.updateTable('users').set(changes).where('id', '=', id).execute();
  await database.deleteFrom('invitations').where('user_id', '=', id).execute();
  return toInvited({ ...user, ...changes });
};

const findInvitation = async (database: Database, token: string) => {
  const invitation = await database
    .selectFrom('invitations')
    .where('token_hash', '=', hashOf(token))
    .select(['user_id', 'expires_at'])
    .executeTakeFirst();
  if (!invitation) throw new Refusal('not_found', 'invitation not found');
  return invitation;
};

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
