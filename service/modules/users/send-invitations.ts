import type { Database } from '../../database/schema.ts';
import { MailServerUnavailable, type Mailer } from '../../mail/mailer.ts';
import { invitationMail } from './invitation-mail.ts';

type InvitationSender = {
  mailer: Mailer;
  /** A URL to which the token is appended. Without a URL, the mail contains only the token. */
  invitationUrl?: string | undefined;
};

/**
 * Mails pending invitations that can still be accepted. Several instances can do this at the same time,
 * because an instance claims a token before it sends the mail. The instance releases the token if
 * sending fails.
 *
 * @throws AggregateError at the end if some invitations could not be mailed.
 */
export const sendInvitations = async (
  database: Database,
  sender: InvitationSender,
  now: Date,
): Promise<void> => {
  const failures: unknown[] = [];
  for (const invitation of await waiting(database, now)) {
    if (!(await take(database, invitation))) continue;
    try {
      await send(sender, invitation);
    } catch (error) {
      await putBack(database, invitation);
      failures.push(error);
      if (error instanceof MailServerUnavailable) break;
    }
  }
  if (failures.length > 0) {
    throw new AggregateError(failures, 'some invitations could not be mailed and will be retried');
  }
};

const waiting = async (database: Database, now: Date) => {
  const rows = await database
    .selectFrom('invitations')
    .innerJoin('users', 'users.id', 'invitations.user_id')
    .where('token', 'is not', null)
    .where('expires_at', '>', now.toISOString())
    .where('users.is_enabled', '=', 1)
    .where('users.deleted_at', 'is', null)
    .orderBy('invitations.created_at')
    .orderBy('user_id')
    .select(['user_id', 'token', 'token_hash', 'expires_at'])
    .select(['email', 'first_name', 'last_name'])
    .execute();
  return rows.flatMap(({ token, ...row }) => (token === null ? [] : [{ ...row, token }]));
};

type Waiting = Awaited<ReturnType<typeof waiting>>[number];

/** Claims a token. Returns false if another instance has already claimed the token. */
const take = async (database: Database, { user_id, token }: Waiting): Promise<boolean> => {
  const taken = await database
    .updateTable('invitations')
    .set({ token: null })
    .where('user_id', '=', user_id)
    .where('token', '=', token)
    .returning('user_id')
    .executeTakeFirst();
  return taken !== undefined;
};

/**
 * Releases a token, so that it is sent later. Does nothing if a new invitation has replaced the token.
 */
const putBack = async (
  database: Database,
  { user_id, token, token_hash }: Waiting,
): Promise<void> => {
  await database
    .updateTable('invitations')
    .set({ token })
    .where('user_id', '=', user_id)
    .where('token_hash', '=', token_hash)
    .execute();
};

const send = async (
  { mailer, invitationUrl }: InvitationSender,
  { token, expires_at: expiresAt, email, first_name: firstName, last_name: lastName }: Waiting,
): Promise<void> => {
  const invitation = { firstName, lastName, token, expiresAt };
  await mailer.send({ to: email, ...invitationMail(invitation, invitationUrl) });
};
