import { scopePermissions } from '#shared/api/enumerations.ts';

type Permission = (typeof scopePermissions)[number];

const entries = {
  read: { name: 'Read', description: 'View and retrieve data.' },
  write: { name: 'Write', description: 'Create, change and delete data.' },
} satisfies Record<Permission, { name: string; description: string }>;

/** A changed entry needs a new version and date, because caches compare the date. */
export const permissionsCatalog = {
  version: '2026-11-21-1',
  updatedAt: '2026-11-21T00:00:00.000Z',
  permissions: scopePermissions.map((key) => ({ key, ...entries[key] })),
};
