import type { Role } from '#shared/api/enumerations.ts';

/**
 * What the role `user` may, as scopes: to work inside collections, where the collection's permission
 * then decides, and to read what that work takes. The rest is administration.
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

/** The scopes that a user's role comes to; `own` are those an admin was given. */
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
