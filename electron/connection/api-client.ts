import { createORPCClient, ORPCError } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { contract } from '#shared/api/contract.ts';
import { problemSchema } from '#shared/api/problem.ts';
import type { Fetch } from './fetch.ts';

type RequestContext = { idempotencyKey?: string };

/**
 * oRPC parses what is `application/json` to the letter and takes everything else for a file; a
 * problem would lose its code and its words.
 */
const withReadableProblem = (response: Response): Response => {
  if (!response.headers.get('content-type')?.startsWith('application/problem+json')) {
    return response;
  }
  const { status, body } = response;
  return new Response(body, { status, headers: { 'content-type': 'application/json' } });
};

export type SyncClient = ContractRouterClient<typeof contract, RequestContext>;

/**
 * The REST API as typed calls. A refusal arrives as an ORPCError with the service's status, its
 * stable code and its own words.
 */
export const createApiClient = (baseUrl: string, fetch: Fetch): SyncClient =>
  createORPCClient(
    new OpenAPILink<RequestContext>(contract, {
      url: baseUrl,
      fetch: async (request) => withReadableProblem(await fetch(request)),
      headers: ({ context }) =>
        context.idempotencyKey ? { 'idempotency-key': context.idempotencyKey } : {},
      customErrorResponseBodyDecoder: (body, { status }) => {
        const problem = problemSchema.partial().safeParse(body).data;
        return new ORPCError(problem?.code ?? 'unknown', {
          status,
          message: problem?.detail ?? problem?.title ?? `The service answered ${status}`,
        });
      },
    }),
  );
