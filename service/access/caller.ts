import type { Role } from '#shared/api/enumerations.ts';

/** The authenticated caller. Its scopes are already checked. */
export type Caller = {
  userId: string;
  role: Role;
  /** The ID of the API token from which the access token was created. */
  tokenId: string;
};

/**
 * Tells if the caller is exempt from collection permissions. Only callers with the role `user` need
 * them. An `admin` is limited by its own scopes instead, which `authorize` has already checked.
 */
export const isUnrestricted = (caller: Caller): boolean => caller.role !== 'user';
