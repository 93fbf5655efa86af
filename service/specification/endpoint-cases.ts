import { accountCases } from './cases/account.ts';
import { codexCases } from './cases/codex.ts';
import { collectionCases } from './cases/collections.ts';
import { modelPartCases } from './cases/model-parts.ts';
import { threatModelCases } from './cases/threat-models.ts';
import { userCases } from './cases/users.ts';

/** One case for every endpoint. */
export const endpointCases = [
  ...accountCases,
  ...userCases,
  ...collectionCases,
  ...threatModelCases,
  ...modelPartCases,
  ...codexCases,
];
