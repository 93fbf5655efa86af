import type { ContractRouterClient } from '@orpc/contract';
import { adminScopes } from './admin-scopes.ts';
import { auth } from './auth.ts';
import { batch } from './batch.ts';
import { canvases } from './canvases.ts';
import { codexAttributes } from './codex-attributes.ts';
import { codexExtensions } from './codex-extensions.ts';
import { codexMitigations } from './codex-mitigations.ts';
import { codexThreats } from './codex-threats.ts';
import { collectionAccess } from './collection-access.ts';
import { collections } from './collections.ts';
import { comments } from './comments.ts';
import { components } from './components.ts';
import { mitigations } from './mitigations.ts';
import { roles } from './roles.ts';
import { teams } from './teams.ts';
import { threatModels } from './threat-models.ts';
import { threats } from './threats.ts';
import { users } from './users.ts';

/** The REST API. Both the service's router and the app's client are derived from this value. */
export const contract = {
  auth,
  roles,
  adminScopes,
  users,
  teams,
  collections,
  collectionAccess,
  threatModels,
  canvases,
  components,
  threats,
  mitigations,
  comments,
  codexAttributes,
  codexMitigations,
  codexThreats,
  codexExtensions,
  batch,
};

export type ApiClient = ContractRouterClient<typeof contract>;
