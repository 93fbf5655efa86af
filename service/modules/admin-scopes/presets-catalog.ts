import { scopePermissions } from '#shared/api/enumerations.ts';
import { adminScopeResources, isReadOnly, type Scope } from '#shared/api/scopes.ts';

type Resource = (typeof adminScopeResources)[number];

/**
 * Returns the scopes for resources. Each resource has the scope to read, and also the scope to write
 * unless the resource is read-only.
 */
const allOf = (...resources: readonly Resource[]): Scope[] =>
  resources.flatMap((resource) =>
    scopePermissions
      .filter((permission) => permission === 'read' || !isReadOnly(resource))
      .map((permission) => ({ resource, permission })),
  );

/**
 * The catalog of presets. Whoever changes an entry must also change `version` and `updatedAt`. Otherwise
 * a cache that compares the date would keep the old entries.
 */
export const presetsCatalog = {
  version: '2026-11-21-1',
  updatedAt: '2026-11-21T00:00:00.000Z',
  presets: [
    {
      key: 'full-access',
      name: 'Full access',
      description: 'All administration of the account.',
      scopes: allOf(...adminScopeResources),
    },
    {
      key: 'users-management',
      name: 'User management',
      description: 'Users, their teams, and what is done with their accounts.',
      scopes: allOf('users', 'users-operations', 'teams', 'roles'),
    },
    {
      key: 'codex',
      name: 'Codex',
      description: 'The library of attributes, threats and mitigations.',
      scopes: allOf('codex'),
    },
    {
      key: 'analytics',
      name: 'Analytics',
      description: 'Key figures and reports, to look at and to take away.',
      scopes: allOf('dashboard', 'reports', 'report-export'),
    },
    {
      key: 'audit-logs',
      name: 'Audit logs',
      description: 'The audit logs, to look at and to take away.',
      scopes: allOf('audit-logs', 'audit-log-export'),
    },
    {
      key: 'admin-settings',
      name: 'Admin settings',
      description: 'Categories, integrations and workflows of the account.',
      scopes: allOf('categories', 'app-integrations', 'workflows'),
    },
  ],
};
