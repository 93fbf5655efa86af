import { z } from 'zod';

/** An error response of the service: RFC 9457 with a stable `code`. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
  code: z.string(),
  requestId: z.string(),
  requiredScope: z.string().optional(),
  /**
   * True in a 404 response about a record that existed and was deleted. All other responses lack this
   * field.
   */
  deleted: z.literal(true).optional(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});

export type Problem = z.infer<typeof problemSchema>;

/** All problem codes of the service, each with its status and title. */
export const problems = {
  invalid_json: { status: 400, title: 'The body is not valid JSON' },
  validation_failed: { status: 400, title: 'The request is not valid' },
  invalid_credentials: { status: 401, title: 'Incorrect client ID or secret' },
  unauthenticated: { status: 401, title: 'A bearer token is required' },
  token_expired: { status: 401, title: 'The access token has expired' },
  missing_scope: { status: 403, title: 'Missing scope' },
  collection_access: { status: 403, title: 'Insufficient collection permission' },
  ip_not_allowed: { status: 403, title: 'IP address not allowed' },
  enterprise_required: { status: 403, title: 'Requires an Enterprise account' },
  account_disabled: { status: 403, title: 'The account is disabled' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  request_timeout: { status: 408, title: 'The request took too long to arrive' },
  conflict: { status: 409, title: 'Conflict with the current state' },
  precondition_failed: { status: 412, title: 'The record has changed' },
  too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'The content type is not supported' },
  failed_dependency: { status: 424, title: 'An earlier part of the batch failed' },
  rate_limited: { status: 429, title: 'Too many requests' },
  headers_too_large: { status: 431, title: 'The headers are too large' },
  service_unavailable: { status: 503, title: 'The service is temporarily unavailable' },
  internal: { status: 500, title: 'Something went wrong' },
} as const;

export type ProblemCode = keyof typeof problems;
