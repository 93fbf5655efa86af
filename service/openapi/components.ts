import { z } from 'zod';
import { problems, problemSchema } from '#shared/api/problem.ts';

const text = { type: 'string' } as const;
const requestHeader = (name: string, description: string) => ({
  [name]: { name, in: 'header', description, schema: text } as const,
});

const { $schema: _, ...problem } = z.toJSONSchema(problemSchema, { io: 'output' });

/** The OpenAPI components that several operations share. */
export const components = {
  securitySchemes: {
    bearer: { type: 'http', scheme: 'bearer', description: 'An access token from `POST /auth`' },
  },
  schemas: {
    Problem: {
      ...problem,
      description: 'RFC 9457',
      properties: { ...problem.properties, code: { enum: Object.keys(problems) } },
    },
  },
  parameters: {
    ...requestHeader('If-None-Match', 'ETags of what the client has'),
    ...requestHeader('If-Modified-Since', 'The Last-Modified of what the client has'),
    ...requestHeader('If-Match', 'ETags of the record that is meant'),
    ...requestHeader('Idempotency-Key', 'Repeated within 24 hours, it gets the first answer again'),
  },
  headers: {
    'X-Request-Id': { schema: text },
    ETag: { schema: text },
    'Last-Modified': { schema: text },
    'Cache-Control': { schema: text },
    'Content-Disposition': { schema: text },
  },
} as const;
