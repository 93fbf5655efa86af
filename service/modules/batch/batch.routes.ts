import { contract } from '#shared/api/contract.ts';
import { implementer } from '../../protocol/request-context.ts';
import { answerParts } from './answer-parts.ts';

const api = implementer(contract.batch);

export const batchRoutes = api.router({
  send: api.send.handler(async ({ input: { requests }, context }) => ({
    answers: await answerParts(context, requests),
  })),
});
