import type { Role } from '#shared/api/enumerations.ts';
import { grants } from '../../access/scope.ts';

type Caller = { role: Role; scopes: readonly string[] };

/** The role and scopes that a user has or will get. */
export type Concerned = { role: Role; scopes?: readonly string[] };

type Lack = { detail: string; requiredScope?: string };

/**
 * Returns the right that a caller lacks to act on a user, or to create one, with this role and
 * these scopes. Nobody may grant more than they have, because an admin could otherwise give any
 * right to itself or a second account. Nobody may revoke more than they have either, because an
 * admin could otherwise disable all users who can undo its actions.
 */
export const lackOf = (caller: Caller, { role, scopes = [] }: Concerned): Lack | undefined => {
  if (caller.role === 'owner' || caller.role === 'super_admin') return undefined;
  if (role === 'super_admin') return { detail: 'requires the role super_admin or owner' };
  const requiredScope = scopes.find((scope) => !grants(caller.scopes, scope));
  return requiredScope === undefined
    ? undefined
    : {
        detail: `requires scope ${requiredScope}, as the user has it or is to have it`,
        requiredScope,
      };
};
