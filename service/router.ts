import { authRoutes, type AuthDependencies } from './modules/auth/auth.routes.ts';
import { canvasRoutes } from './modules/canvases/canvases.routes.ts';
import { collectionRoutes } from './modules/collections/collections.routes.ts';
import { commentRoutes } from './modules/comments/comments.routes.ts';
import { componentRoutes } from './modules/components/components.routes.ts';
import { mitigationRoutes } from './modules/mitigations/mitigations.routes.ts';
import { threatModelRoutes } from './modules/threat-models/threat-models.routes.ts';
import { threatRoutes } from './modules/threats/threats.routes.ts';

/** Every resource of the contract with its procedures. */
export const createRouter = (dependencies: AuthDependencies) => ({
  auth: authRoutes(dependencies),
  collections: collectionRoutes,
  threatModels: threatModelRoutes,
  canvases: canvasRoutes,
  components: componentRoutes,
  threats: threatRoutes,
  mitigations: mitigationRoutes,
  comments: commentRoutes,
});
