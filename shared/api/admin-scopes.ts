import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { catalogEntry, catalogFacts } from './roles.ts';
import { scope } from './scopes.ts';

const catalog = { scope: 'roles:read', tier: 'enterprise', answers: 'catalog' } as const;

export const adminScopes = {
  resources: endpoint('GET', '/users/admin-scopes/resources', {
    ...catalog,
    summary: 'List admin-scope resources',
  })
    .input(z.object({}))
    .output(
      z.object({
        ...catalogFacts,
        resources: z.array(catalogEntry.extend({ readOnly: z.boolean(), writeOnly: z.boolean() })),
      }),
    ),

  permissions: endpoint('GET', '/users/admin-scopes/permissions', {
    ...catalog,
    summary: 'List admin-scope permissions',
  })
    .input(z.object({}))
    .output(z.object({ ...catalogFacts, permissions: z.array(catalogEntry) })),

  presets: endpoint('GET', '/users/admin-scopes/presets', {
    ...catalog,
    summary: 'List admin-scope presets',
  })
    .input(z.object({}))
    .output(
      z.object({
        ...catalogFacts,
        presets: z.array(catalogEntry.extend({ scopes: z.array(scope) })),
      }),
    ),
};
