import { adminScopeRoutes } from './modules/admin-scopes/admin-scopes.routes.ts';
import { authRoutes, type AuthDependencies } from './modules/auth/auth.routes.ts';
import { batchRoutes } from './modules/batch/batch.routes.ts';
import { canvasRoutes } from './modules/canvases/canvases.routes.ts';
import { codexAttributeRoutes } from './modules/codex/codex-attributes.routes.ts';
import { codexExtensionRoutes } from './modules/codex/codex-extensions.routes.ts';
import { codexMitigationRoutes } from './modules/codex/codex-mitigations.routes.ts';
import { codexThreatRoutes } from './modules/codex/codex-threats.routes.ts';
import { collectionAccessRoutes } from './modules/collection-access/collection-access.routes.ts';
import { collectionRoutes } from './modules/collections/collections.routes.ts';
import { commentRoutes } from './modules/comments/comments.routes.ts';
import { componentRoutes } from './modules/components/components.routes.ts';
import { mitigationRoutes } from './modules/mitigations/mitigations.routes.ts';
import { roleRoutes } from './modules/roles/roles.routes.ts';
import { teamRoutes } from './modules/teams/teams.routes.ts';
import {
  threatModelRoutes,
  type DocumentDependencies,
} from './modules/threat-models/threat-models.routes.ts';
import { threatRoutes } from './modules/threats/threats.routes.ts';
import { userRoutes, type UserDependencies } from './modules/users/users.routes.ts';

type RouterDependencies = AuthDependencies & UserDependencies & DocumentDependencies;

/** Implements every resource of the contract. */
export const createRouter = (dependencies: RouterDependencies) => ({
  auth: authRoutes(dependencies),
  roles: roleRoutes,
  adminScopes: adminScopeRoutes,
  users: userRoutes(dependencies),
  teams: teamRoutes,
  collections: collectionRoutes,
  collectionAccess: collectionAccessRoutes,
  threatModels: threatModelRoutes(dependencies),
  canvases: canvasRoutes,
  components: componentRoutes,
  threats: threatRoutes,
  mitigations: mitigationRoutes,
  comments: commentRoutes,
  codexAttributes: codexAttributeRoutes,
  codexMitigations: codexMitigationRoutes,
  codexThreats: codexThreatRoutes,
  codexExtensions: codexExtensionRoutes,
  batch: batchRoutes,
});
