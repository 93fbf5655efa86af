import { adminScopeResources, isReadOnly } from '#shared/api/scopes.ts';

type Resource = (typeof adminScopeResources)[number];

const entries = {
  users: { name: 'Users', description: 'The people of the account and their profiles.' },
  'users-operations': {
    name: 'User operations',
    description: 'Inviting, enabling, disabling and importing users, and changing their roles.',
  },
  teams: { name: 'Teams', description: 'Groups of users who are given access together.' },
  roles: { name: 'Roles', description: 'The catalogs of roles and of admin scopes.' },
  codex: {
    name: 'Codex',
    description: 'The library of attributes, threats and mitigations for reuse.',
  },
  dashboard: { name: 'Dashboard', description: 'Key figures across all threat models.' },
  reports: { name: 'Reports', description: 'Reports on single threat models.' },
  'report-export': { name: 'Report export', description: 'Reports as files to take away.' },
  'audit-logs': {
    name: 'Audit logs',
    description: 'The record of who did what in the account, and when.',
  },
  'audit-log-export': {
    name: 'Audit log export',
    description: 'The audit logs as files to take away.',
  },
  categories: {
    name: 'Categories',
    description: 'The categories by which threat models are sorted.',
  },
  'app-integrations': {
    name: 'App integrations',
    description: 'Connections of the account to other applications.',
  },
  workflows: { name: 'Workflows', description: 'The steps that threat models pass through.' },
  'api-tokens': {
    name: 'API tokens',
    description: 'The credentials by which programs call the API.',
  },
} satisfies Record<Resource, { name: string; description: string }>;

/**
 * The catalog of resources. Whoever changes an entry must also change `version` and `updatedAt`.
 * Otherwise a cache that compares the date would keep the old entries.
 */
export const resourcesCatalog = {
  version: '2026-11-21-1',
  updatedAt: '2026-11-21T00:00:00.000Z',
  resources: adminScopeResources.map((key) => ({
    key,
    ...entries[key],
    readOnly: isReadOnly(key),
    // The specification has no write-only resource.
    writeOnly: false,
  })),
};
