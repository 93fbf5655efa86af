import { contract } from '#shared/api/contract.ts';
import type { Mailer } from '../../mail/mailer.ts';
import { implementer, type RequestContext } from '../../protocol/request-context.ts';
import { changeRoles, setEnabled } from './change-users.ts';
import { deleteUser } from './delete-user.ts';
import { acceptInvitation } from './invitations.ts';
import { importUsers, inviteUsers } from './invite-users.ts';
import { reinviteUser, reinviteUsers } from './reinvite-users.ts';
import { sendInvitations } from './send-invitations.ts';
import { theOne } from './the-one.ts';
import { getUser, listUsers, searchUsers } from './users.queries.ts';

export type UserDependencies = {
  /** Without a mailer, invitations stay pending, and the command line shows them. */
  mailer?: Mailer | undefined;
  /** A URL to which the token of an invitation is appended, such as `https://…/accept?token=`. */
  invitationUrl?: string | undefined;
};

const api = implementer(contract.users);

export const userRoutes = ({ mailer, invitationUrl }: UserDependencies) => {
  /** Returns `result`, and mails new invitations after the transaction is committed. */
  const mailed = <Result>({ later, now }: RequestContext, result: Result): Result => {
    if (mailer) {
      const sender = { mailer, invitationUrl };
      later(async (database) => await sendInvitations(database, sender, new Date(now)));
    }
    return result;
  };

  return api.router({
    list: api.list.handler(async ({ input, context }) => await listUsers(context.database, input)),

    search: api.search.handler(
      async ({ input, context }) => await searchUsers(context.database, input),
    ),

    get: api.get.handler(async ({ input: { id }, context }) => await getUser(context.database, id)),

    invite: api.invite.handler(async ({ input, context }) =>
      mailed(context, theOne(await inviteUsers(context, [input]))),
    ),

    bulkInvite: api.bulkInvite.handler(async ({ input: { payload }, context }) =>
      mailed(context, await inviteUsers(context, payload)),
    ),

    reinvite: api.reinvite.handler(async ({ input, context }) =>
      mailed(context, await reinviteUser(context, input)),
    ),

    bulkReinvite: api.bulkReinvite.handler(async ({ input: { emails }, context }) =>
      mailed(context, await reinviteUsers(context, emails)),
    ),

    enable: api.enable.handler(async ({ input: { id }, context }) =>
      theOne(await setEnabled(context, [id], true)),
    ),

    bulkEnable: api.bulkEnable.handler(
      async ({ input: { ids }, context }) => await setEnabled(context, ids, true),
    ),

    disable: api.disable.handler(async ({ input: { id }, context }) =>
      theOne(await setEnabled(context, [id], false)),
    ),

    bulkDisable: api.bulkDisable.handler(
      async ({ input: { ids }, context }) => await setEnabled(context, ids, false),
    ),

    changeRole: api.changeRole.handler(async ({ input, context }) =>
      theOne(await changeRoles(context, [input])),
    ),

    bulkChangeRole: api.bulkChangeRole.handler(
      async ({ input: { payload }, context }) => await changeRoles(context, payload),
    ),

    bulkImport: api.bulkImport.handler(
      async ({ input: { payload }, context }) => await importUsers(context, payload),
    ),

    delete: api.delete.handler(async ({ input: { id, recipientId }, context }) => {
      await deleteUser(context, id, recipientId);
    }),

    acceptInvitation: api.acceptInvitation.handler(
      async ({ input: { token }, context }) => await acceptInvitation(context, token),
    ),
  });
};
