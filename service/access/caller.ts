import type { Role } from '#shared/api/enumerations.ts';

/** Who calls, as the access check found it; the scopes were checked by then. */
export type Caller = { userId: string; role: Role };

/**
 * Whether the caller is beyond collection permissions: `owner` and `super_admin` always, an `admin`
 * because its own scopes, already checked, are what limits it.
 */
export const isUnrestricted = (caller: Caller): boolean => caller.role !== 'user';
