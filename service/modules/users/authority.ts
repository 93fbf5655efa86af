import type { Role } from '#shared/api/enumerations.ts';
import { grants } from '../../access/scope.ts';

type Caller = { role: Role; scopes: readonly string[] };

/** The role and scopes that a user has or will get. */
export type Concerned = { role: Role; scopes?: readonly string[] };

type Lack = { detail: string; requiredScope?: string };

/**
 * Returns the right that the caller lacks to create or change a user with this role and these scopes, or
 * `undefined` if the caller has every right. Without this check, an admin could give more rights than
 * its own to itself or to a second account. It could also disable all users who can undo its actions.
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
