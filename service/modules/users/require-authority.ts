import { fromJson } from '../../database/json-text.ts';
import { Refusal } from '../../protocol/refusal.ts';
import type { RequestContext } from '../../protocol/request-context.ts';
import { lackOf, type Concerned } from './authority.ts';
import type { UserRow } from './user-shapes.ts';

/** Requires that the caller may act on all of these users. */
export const requireAuthority = async (
  { database, caller }: RequestContext,
  concerned: readonly Concerned[],
): Promise<void> => {
  const { role, scopes } = await database
    .selectFrom('users')
    .where('id', '=', caller.userId)
    .select(['role', 'scopes'])
    .executeTakeFirstOrThrow();
  const own = { role, scopes: fromJson(scopes) };
  for (const user of concerned) {
    const lack = lackOf(own, user);
    if (lack) {
      const { detail, ...refinement } = lack;
      throw new Refusal('missing_scope', detail, refinement);
    }
  }
};

/** Returns the current role and scopes of each user. Only admins have scopes of their own. */
export const asTheyAre = (users: readonly UserRow[]): Concerned[] =>
  users.map(({ role, scopes }) => ({ role, scopes: role === 'admin' ? fromJson(scopes) : [] }));

/** Throws if the owner is among the users, whoever the caller is. `verb` names the rejected action. */
export const requireNoOwner = (users: readonly UserRow[], verb: string): void => {
  if (users.some(({ role }) => role === 'owner')) {
    throw new Refusal('conflict', `the owner cannot be ${verb}`);
  }
};
