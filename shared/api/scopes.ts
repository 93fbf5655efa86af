import { z } from 'zod';
import { scopePermissions } from './enumerations.ts';

/**
 * The resources of admin scopes, in the order of the catalog in the specification ("Admin scope
 * catalogs").
 */
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

/**
 * The resources inside collections. The scopes of an admin can name these resources too, because
 * otherwise an admin could not open a collection.
 */
export const collectionResources = [
  'collections',
  'collection-access',
  'threat-models',
  'canvases',
  'components',
  'threats',
  'mitigations',
  'comments',
] as const;

/** `*` means every resource. */
export const scopeResources = [...adminScopeResources, ...collectionResources, '*'] as const;

const readOnlyResources: ReadonlySet<string> = new Set([
  'roles',
  'dashboard',
  'reports',
  'report-export',
  'audit-logs',
  'audit-log-export',
  'app-integrations',
]);

export const isReadOnly = (resource: string): boolean => readOnlyResources.has(resource);

/** A scope of a user with the role `admin`: a permission on a resource. */
export const scope = z.object({ resource: z.string(), permission: z.enum(scopePermissions) });
export type Scope = z.infer<typeof scope>;

/** A scope in a request. Unlike in a response, the resource must be a known one. */
export const scopeInput = scope
  .extend({ resource: z.enum(scopeResources) })
  .refine(({ resource, permission }) => permission === 'read' || !isReadOnly(resource), {
    path: ['permission'],
    error: 'this resource can only be read',
  });
