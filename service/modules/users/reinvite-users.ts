import type { Role } from '#shared/api/enumerations.ts';
import type { Scope } from '#shared/api/scopes.ts';
import { fromJson, toJson } from '../../database/json-text.ts';
import type { Database } from '../../database/schema.ts';
import { stamped } from '../../database/stamped.ts';
import { invalid, Refusal } from '../../protocol/refusal.ts';
import type { RequestContext } from '../../protocol/request-context.ts';
import { emailKey } from './insert-users.ts';
import { issueInvitations } from './invitations.ts';
import { asTheyAre, requireAuthority } from './require-authority.ts';
import { theOne } from './the-one.ts';
import { scopeTexts, toInvited, type UserRow } from './user-shapes.ts';
import { existingUsers, selectUsers } from './users.queries.ts';

export const reinviteUsers = async (context: RequestContext, emails: string[]) => {
  const users = await invitedUsers(context.database, emails);
  await requireAuthority(context, asTheyAre(users));
  const ids = new Set(users.map(({ id }) => id));
  await issueInvitations(context, [...ids]);
  return users.map(toInvited);
};

type Reinvitation = {
  email: string;
  firstName?: string | undefined;
  lastName?: string | undefined;
  role?: Role | undefined;
  scopes?: Scope[] | undefined;
};

/** Invites one user again, after applying the changes in the body to the user. */
export const reinviteUser = async (context: RequestContext, given: Reinvitation) => {
  const { database } = context;
  const user = theOne(await invitedUsers(database, [given.email]));
  const { id } = user;
  const role = given.role ?? user.role;
  const scopes = scopesFor(role, user, given.scopes);
  const givenScopes = given.scopes ? scopes : [];
  await requireAuthority(context, [...asTheyAre([user]), { role, scopes: givenScopes }]);
  const changes = await stamped(context, 'users', id, {
    first_name: given.firstName,
    last_name: given.lastName,
    role: given.role,
    scopes: (given.role ?? given.scopes) ? toJson(scopes) : undefined,
  });
  await database.updateTable('users').set(changes).where('id', '=', id).execute();
  await issueInvitations(context, [id]);
  return toInvited(theOne(await existingUsers(database, [id])));
};

const scopesFor = (role: Role, user: UserRow, given: Scope[] | undefined): readonly string[] => {
  if (role !== 'admin') return [];
  const scopes = given ? scopeTexts(given) : fromJson(user.scopes);
  if (scopes.length > 0) return scopes;
  throw invalid('scopes', 'an admin needs scopes');
};

/**
 * Returns the users with these email addresses, in the same order. Throws if one of them does not exist
 * or has already accepted.
 */
const invitedUsers = async (database: Database, emails: string[]): Promise<UserRow[]> => {
  const keys = emails.map(emailKey);
  const rows = await selectUsers(database).where('email_key', 'in', keys).execute();
  const byKey = new Map(rows.map((row) => [row.email_key, row]));
  return emails.map((email) => {
    const user = byKey.get(emailKey(email));
    if (!user) throw new Refusal('not_found', `user ${email} not found`);
    if (user.status === 'confirmed') throw new Refusal('conflict', `${email} has already accepted`);
    return user;
  });
};
