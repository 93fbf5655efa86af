import { Refusal } from './refusal.ts';
import type { Route } from './route-table.ts';

type Parts = { params: Record<string, string>; query: URLSearchParams; body: unknown };

/**
 * The input of a procedure, in oRPC's structures: for a file its parts, else one value of the
 * query (GET) or the body with the path's parameters, which win.
 */
export const requestInput = (route: Route, { params, query, body }: Parts): unknown => {
  if (route.body === 'file') return { params, body };
  if (route.method === 'GET') return { ...Object.fromEntries(query), ...params };
  if (Object.keys(params).length === 0) return body ?? {};
  if (body === undefined) return params;
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) {
    return { ...body, ...params };
  }
  throw new Refusal('validation_failed', 'the body must be an object', {
    issues: [{ path: '', message: 'expected an object' }],
  });
};
