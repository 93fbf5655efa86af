import type { Role } from '#shared/api/enumerations.ts';

/** The authenticated caller. Its scopes are already checked. */
export type Caller = {
  userId: string;
  role: Role;
  /** The API token that the access token was created from. */
  tokenId: string;
};

/**
 * Returns whether the caller is exempt from collection permissions. `owner` and `super_admin` are
 * always exempt. So is an `admin`, whose own scopes limit it instead and are already checked.
 */
export const isUnrestricted = (caller: Caller): boolean => caller.role !== 'user';
