import { z } from 'zod';

/** An error of the service: RFC 9457 with a stable `code`. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
  code: z.string(),
  requestId: z.string(),
  requiredScope: z.string().optional(),
  /** The record was there and was deleted; of other 404s it is not told. */
  deleted: z.literal(true).optional(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});

export type Problem = z.infer<typeof problemSchema>;

/** Every code the service answers with, its status and its title. */
export const problems = {
  invalid_json: { status: 400, title: 'The body is not valid JSON' },
  validation_failed: { status: 400, title: 'The request is not valid' },
  invalid_credentials: { status: 401, title: 'The client id or the secret is wrong' },
  unauthenticated: { status: 401, title: 'A bearer token is required' },
  token_expired: { status: 401, title: 'The access token has expired' },
  missing_scope: { status: 403, title: 'The token lacks a scope' },
  collection_access: { status: 403, title: 'The collection permission does not allow this' },
  ip_not_allowed: { status: 403, title: 'This address is not allowed' },
  enterprise_required: { status: 403, title: 'This needs an Enterprise tier account' },
  account_disabled: { status: 403, title: 'The account is disabled' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'The method is not allowed here' },
  conflict: { status: 409, title: 'The request conflicts with the current state' },
  precondition_failed: { status: 412, title: 'The record has changed' },
  too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'The content type is not supported' },
  failed_dependency: { status: 424, title: 'An earlier part of the batch failed' },
  rate_limited: { status: 429, title: 'Too many requests' },
  internal: { status: 500, title: 'Something went wrong' },
} as const;

export type ProblemCode = keyof typeof problems;
