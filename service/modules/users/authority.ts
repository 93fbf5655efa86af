import type { Role } from '#shared/api/enumerations.ts';
import { grants } from '../../access/scope.ts';

type Caller = { role: Role; scopes: readonly string[] };

/** The role that a user has or is to have, and the scopes it is given. */
export type Concerned = { role: Role; scopes?: readonly string[] };

type Lack = { detail: string; requiredScope?: string };

/**
 * What a caller lacks to do something to such a user, if anything. Nobody gives more than they
 * have: an admin could otherwise make itself, or an account of its own, whatever it likes.
 */
export const lackOf = (caller: Caller, { role, scopes = [] }: Concerned): Lack | undefined => {
  if (caller.role === 'owner' || caller.role === 'super_admin') return undefined;
  if (role === 'super_admin') return { detail: 'requires the role super_admin or owner' };
  const requiredScope = scopes.find((scope) => !grants(caller.scopes, scope));
  return requiredScope === undefined
    ? undefined
    : { detail: `requires scope ${requiredScope}, to give it to a user`, requiredScope };
};
