import type { Role } from '#shared/api/enumerations.ts';
import { grants } from '../../access/scope.ts';

type Caller = { role: Role; scopes: readonly string[] };

/** The role and scopes that a user has or will get. */
export type Concerned = { role: Role; scopes?: readonly string[] };

type Lack = { detail: string; requiredScope?: string };

/**
 * Returns what a caller lacks to act on a user, or to create one, with this role and these scopes.
 * Nobody may grant more than they have, or an admin could give itself or a second account any
 * right. Nobody may revoke more either, or an admin could disable all users who can undo its
 * actions.
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
