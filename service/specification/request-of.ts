import { methodOf, templateOf, type EndpointCase } from './endpoint-case.ts';
import type { Planted } from './planted.ts';

type Request = {
  method: string;
  path: string;
  sent: { json?: unknown; raw?: string; headers?: Record<string, string> };
};

/** Returns a valid request to the endpoint of a case. */
export const requestOf = (endpoint: EndpointCase, planted: Planted): Request => ({
  method: methodOf(endpoint),
  path: pathOf(endpoint, endpoint.params?.(planted)),
  sent:
    endpoint.file === undefined
      ? { json: endpoint.body?.(planted) }
      : { raw: endpoint.file, headers: { 'content-type': 'application/json' } },
});

/**
 * Returns the path and query of a request. Inserts `params` unchanged, so the caller has to encode them.
 */
export const pathOf = (
  endpoint: EndpointCase,
  params: Record<string, string> = {},
  query: Record<string, string> = endpoint.query ?? {},
): string => {
  const path = templateOf(endpoint).replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => params[name] ?? 'none',
  );
  const search = new URLSearchParams(query).toString();
  return search === '' ? path : `${path}?${search}`;
};
