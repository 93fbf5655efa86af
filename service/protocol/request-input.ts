import { Refusal } from './refusal.ts';
import type { Route } from './route-table.ts';

type Parts = { params: Record<string, string>; query: URLSearchParams; body: unknown };

/**
 * Returns the input of a procedure as oRPC expects it. For a route that takes a file, path parameters
 * and body are separate. For any other route, they are one object: the query (GET) or the body, and the
 * path parameters, which take precedence.
 */
export const requestInput = (route: Route, { params, query, body }: Parts): unknown => {
  if (route.body === 'file') return { params, body };
  if (route.method === 'GET') return { ...Object.fromEntries(query), ...params };
  if (Object.keys(params).length === 0) return body ?? {};
  if (body === undefined) return params;
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) {
    return { ...body, ...params };
  }
  throw new Refusal('validation_failed', 'expected an object', {
    issues: [{ path: '', message: 'expected an object' }],
  });
};
