import type { Role } from '#shared/api/enumerations.ts';

/** The authenticated caller. Its scopes are already checked. */
export type Caller = {
  userId: string;
  role: Role;
  /** The API token that the access token was created from. */
  tokenId: string;
};

/**
 * Tells if the caller is exempt from collection permissions. Only the role `user` is not exempt: an
 * `admin` is limited by its own scopes instead, which `authorize` has already checked.
 */
export const isUnrestricted = (caller: Caller): boolean => caller.role !== 'user';
