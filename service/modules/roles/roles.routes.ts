import { contract } from '#shared/api/contract.ts';
import { implementer } from '../../protocol/request-context.ts';
import { rolesCatalog } from './roles-catalog.ts';

const api = implementer(contract.roles);

export const roleRoutes = api.router({ list: api.list.handler(() => rolesCatalog) });
