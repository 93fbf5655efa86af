import type { Role } from '#shared/api/enumerations.ts';

/**
 * The scopes of the role `user`. They cover the work inside collections, and reading what this work
 * needs, such as the codex. The permissions on each collection limit the work further. All other scopes
 * are for administration.
 */
const scopesOfUsers = [
  'collections:read',
  'collections:write',
  'collection-access:read',
  'collection-access:write',
  'threat-models:read',
  'threat-models:write',
  'canvases:read',
  'canvases:write',
  'components:read',
  'components:write',
  'threats:read',
  'threats:write',
  'mitigations:read',
  'mitigations:write',
  'comments:read',
  'comments:write',
  'reports:read',
  'roles:read',
  'codex:read',
] as const;

const everything = ['*:read', '*:write'] as const;

/**
 * Returns the scopes of a role. `own` are the scopes that were given to the user, which only count for
 * an admin.
 */
export const roleScopes = (role: Role, own: readonly string[]): readonly string[] => {
  switch (role) {
    case 'owner':
    case 'super_admin':
      return everything;
    case 'admin':
      return own;
    case 'user':
      return scopesOfUsers;
  }
};
