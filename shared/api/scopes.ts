import { z } from 'zod';
import { scopePermissions } from './enumerations.ts';

/** What the scopes of admins name, in the order of the catalog ("Admin scope catalogs"). */
export const adminScopeResources = [
  'users',
  'users-operations',
  'teams',
  'roles',
  'codex',
  'dashboard',
  'reports',
  'report-export',
  'audit-logs',
  'audit-log-export',
  'categories',
  'app-integrations',
  'workflows',
  'api-tokens',
] as const;

/** Tokens name these as well; an admin can be given them too, or could enter no collection. */
const collectionResources = [
  'collections',
  'collection-access',
  'threat-models',
  'canvases',
  'components',
  'threats',
  'mitigations',
  'comments',
] as const;

/** `*` is every resource. */
const scopeResources = [...adminScopeResources, ...collectionResources, '*'] as const;

const readOnlyResources: ReadonlySet<string> = new Set([
  'roles',
  'dashboard',
  'reports',
  'report-export',
  'audit-logs',
  'audit-log-export',
  'app-integrations',
]);

/** Whether there is nothing in a resource that could be written. */
export const isReadOnly = (resource: string): boolean => readOnlyResources.has(resource);

/** A scope as users have it: what an `admin` may do. */
export const scope = z.object({ resource: z.string(), permission: z.enum(scopePermissions) });
export type Scope = z.infer<typeof scope>;

/** The same in a request, where only what exists can be given. */
export const scopeInput = scope
  .extend({ resource: z.enum(scopeResources) })
  .refine(({ resource, permission }) => permission === 'read' || !isReadOnly(resource), {
    path: ['permission'],
    error: 'this resource can only be read',
  });
