import type { Scope } from '#shared/api/scopes.ts';
import type { RequestContext } from '../../protocol/request-context.ts';
import { insertUsers, type NewUser } from './insert-users.ts';
import { issueInvitations } from './invitations.ts';
import { requireAuthority } from './require-authority.ts';
import { scopeTexts, toInvited } from './user-shapes.ts';

type Person = Omit<NewUser, 'scopes'>;
type Invitee = Person & { scopes?: Scope[] | undefined };

export const inviteUsers = async (context: RequestContext, payload: Invitee[]) => {
  const people = payload.map(({ scopes = [], ...person }) => ({
    ...person,
    scopes: person.role === 'admin' ? scopeTexts(scopes) : [],
  }));
  await requireAuthority(context, people);
  const users = await insertUsers(context, people, 'invited');
  await issueInvitations(
    context,
    users.map(({ id }) => id),
  );
  return users.map(toInvited);
};

/** Creates users without an invitation, for people who have an account elsewhere. */
export const importUsers = async (context: RequestContext, payload: Person[]) => {
  const people = payload.map((person) => ({ ...person, scopes: [] }));
  await requireAuthority(context, people);
  const users = await insertUsers(context, people, 'confirmed');
  return users.map(({ id, email }) => ({ id, email }));
};
