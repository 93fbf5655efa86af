import type { ContractRouterClient } from '@orpc/contract';
import { auth } from './auth.ts';
import { canvases } from './canvases.ts';
import { collections } from './collections.ts';
import { comments } from './comments.ts';
import { components } from './components.ts';
import { mitigations } from './mitigations.ts';
import { threatModels } from './threat-models.ts';
import { threats } from './threats.ts';

/** The REST API, once: the service's router and the app's client are both made from this value. */
export const contract = {
  auth,
  collections,
  threatModels,
  canvases,
  components,
  threats,
  mitigations,
  comments,
};

export type ApiClient = ContractRouterClient<typeof contract>;
