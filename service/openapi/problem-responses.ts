import type { OpenAPI } from '@orpc/openapi';
import { problems, type ProblemCode } from '#shared/api/problem.ts';

const requestId = { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } };
const retryAfter = {
  'Retry-After': { description: 'Seconds', schema: { type: 'integer' as const } },
};
const headersOf: Record<number, OpenAPI.ResponseObject['headers']> = {
  401: { 'WWW-Authenticate': { schema: { type: 'string', enum: ['Bearer'] } } },
  429: retryAfter,
  503: retryAfter,
};

/** Returns the error responses by status, each with its possible codes. */
export const problemResponses = (codes: readonly ProblemCode[]): OpenAPI.ResponsesObject => {
  const byStatus = Map.groupBy(codes, (code) => problems[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, ofStatus]) => [
      String(status),
      {
        description: ofStatus.map((code) => `\`${code}\`: ${problems[code].title}`).join('\n\n'),
        headers: { ...requestId, ...headersOf[status] },
        content: {
          'application/problem+json': {
            schema: {
              allOf: [{ $ref: '#/components/schemas/Problem' }],
              properties: { code: { enum: ofStatus } },
            },
          },
        },
      },
    ]),
  );
};
