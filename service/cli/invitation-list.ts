import { databaseCommand } from './command.ts';
import { listText } from './table-text.ts';

export const invitationList = databaseCommand({
  name: 'invitation list',
  summary: 'List unsent invitations with their tokens',
  options: {},
  run: async ({ database }) => {
    const rows = await database
      .selectFrom('invitations')
      .innerJoin('users', 'users.id', 'invitations.user_id')
      .where('users.deleted_at', 'is', null)
      .where('invitations.token', 'is not', null)
      .where('users.status', '=', 'invited')
      .orderBy('invitations.created_at')
      .orderBy('users.id')
      .select(['users.email', 'invitations.token', 'invitations.expires_at'])
      .execute();
    const invitations = rows.map(({ expires_at, ...rest }) => ({ ...rest, expiresAt: expires_at }));
    const lines = invitations.map(({ email, token, expiresAt }) => [email, token ?? '', expiresAt]);
    return {
      json: invitations,
      text: listText(['EMAIL', 'TOKEN', 'EXPIRES'], lines, 'No unsent invitations.'),
    };
  },
});
