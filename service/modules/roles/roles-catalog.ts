import { roles, type Role } from '#shared/api/enumerations.ts';

const entries = {
  user: {
    name: 'User',
    description: 'Works inside the collections it created or was given access to.',
  },
  admin: {
    name: 'Admin',
    description: 'Administers those parts of the account that its scopes name.',
  },
  super_admin: {
    name: 'Super admin',
    description: 'Administers the whole account and needs no scopes for it.',
  },
  owner: {
    name: 'Owner',
    description: 'Created the account, is the only owner of it, and is restricted in nothing.',
  },
} satisfies Record<Role, { name: string; description: string }>;

/**
 * The catalog of roles. Whoever changes an entry must also change `version` and `updatedAt`. Otherwise a
 * cache that compares the date would keep the old entries.
 */
export const rolesCatalog = {
  version: '2026-11-21-1',
  updatedAt: '2026-11-21T00:00:00.000Z',
  roles: roles.map((key) => ({ key, ...entries[key] })),
};
