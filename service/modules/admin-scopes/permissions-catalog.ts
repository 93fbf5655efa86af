import { scopePermissions } from '#shared/api/enumerations.ts';

type Permission = (typeof scopePermissions)[number];

const entries = {
  read: { name: 'Read', description: 'View and retrieve data.' },
  write: { name: 'Write', description: 'Create, change and delete data.' },
} satisfies Record<Permission, { name: string; description: string }>;

/**
 * The catalog of permissions. Whoever changes an entry must also change `version` and `updatedAt`.
 * Otherwise a cache that compares the date would keep the old entries.
 */
export const permissionsCatalog = {
  version: '2026-11-21-1',
  updatedAt: '2026-11-21T00:00:00.000Z',
  permissions: scopePermissions.map((key) => ({ key, ...entries[key] })),
};
