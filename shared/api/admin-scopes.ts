import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { catalogEntry, catalogFacts } from './roles.ts';
import { scope } from './scopes.ts';

const catalog = { scope: 'roles:read', tier: 'enterprise', answers: 'catalog' } as const;

export const adminScopes = {
  resources: endpoint('GET', '/users/admin-scopes/resources', {
    ...catalog,
    summary: 'The resources that scopes of admins name',
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
    summary: 'The permissions that scopes of admins name',
  })
    .input(z.object({}))
    .output(z.object({ ...catalogFacts, permissions: z.array(catalogEntry) })),

  presets: endpoint('GET', '/users/admin-scopes/presets', {
    ...catalog,
    summary: 'Sets of scopes for common kinds of admin',
  })
    .input(z.object({}))
    .output(
      z.object({
        ...catalogFacts,
        presets: z.array(catalogEntry.extend({ scopes: z.array(scope) })),
      }),
    ),
};
