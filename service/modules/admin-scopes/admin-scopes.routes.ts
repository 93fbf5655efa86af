import { contract } from '#shared/api/contract.ts';
import { implementer } from '../../protocol/request-context.ts';
import { permissionsCatalog } from './permissions-catalog.ts';
import { presetsCatalog } from './presets-catalog.ts';
import { resourcesCatalog } from './resources-catalog.ts';

const api = implementer(contract.adminScopes);

export const adminScopeRoutes = api.router({
  resources: api.resources.handler(() => resourcesCatalog),
  permissions: api.permissions.handler(() => permissionsCatalog),
  presets: api.presets.handler(() => presetsCatalog),
});
