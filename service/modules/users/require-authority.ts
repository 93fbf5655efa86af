import { fromJson } from '../../database/json-text.ts';
import { Refusal } from '../../protocol/refusal.ts';
import type { RequestContext } from '../../protocol/request-context.ts';
import { lackOf, type Concerned } from './authority.ts';
import type { UserRow } from './user-shapes.ts';

/** Lets a caller pass who may do something to all of these users. */
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

/** Users as they are, to whom nothing is given. */
export const rolesOf = (users: readonly UserRow[]): Concerned[] =>
  users.map(({ role }) => ({ role }));

/** What is done to no owner, whoever asks for it. */
export const requireNoOwner = (users: readonly UserRow[], done: string): void => {
  if (users.some(({ role }) => role === 'owner')) {
    throw new Refusal('conflict', `the owner cannot be ${done}`);
  }
};
