import type { AnySchema, ErrorMap } from '@orpc/contract';
import { isProcedure, type AnyRouter, type Context, type Procedure } from '@orpc/server';
import type { EndpointMeta } from '#shared/api/endpoint.ts';
import { Refusal } from './refusal.ts';
import type { OpenContext } from './request-context.ts';

type EndpointProcedure = Procedure<
  OpenContext,
  Context,
  AnySchema,
  AnySchema,
  ErrorMap,
  EndpointMeta
>;

/** An endpoint of the contract with the procedure that serves it. */
export type Route = EndpointMeta & {
  method: string;
  /** As the contract has it: `/canvases/{id}`. */
  path: string;
  successStatus: number;
  procedure: EndpointProcedure;
  /** Whether it answers a record in its single form, which is what an `ETag` is made of. */
  answersRecord: boolean;
  /** The GET of the record that this route changes or deletes. */
  record?: Route;
};

type RouteMatch =
  | { kind: 'route'; route: Route; params: Record<string, string> }
  | { kind: 'unknown' }
  | { kind: 'wrong_method'; allow: string[] };

type RouteTable = {
  match: (method: string, pathname: string) => RouteMatch;
  /** The same, where a request that has no route is refused. */
  find: (method: string, pathname: string) => Found;
};
type Found = Extract<RouteMatch, { kind: 'route' }>;

/** Finds the route of a request; a fixed segment of a path goes before a parameter. */
export const routeTable = (router: AnyRouter): RouteTable => {
  const routes = routesOf(router).toSorted((one, other) =>
    specificity(one.path) < specificity(other.path) ? -1 : 1,
  );
  const match = (method: string, pathname: string) => matchIn(routes, method, pathname);
  return { match, find: (method, pathname) => found(match(method, pathname)) };
};

/** HEAD is answered as GET, without the body. */
const matchIn = (routes: Route[], method: string, pathname: string): RouteMatch => {
  const wanted = method === 'HEAD' ? 'GET' : method;
  const segments = decodedSegments(pathname);
  if (!segments) return { kind: 'unknown' };
  const allow = new Set<string>();
  for (const route of routes) {
    const params = paramsOf(route.path, segments);
    if (params && route.method === wanted) return { kind: 'route', route, params };
    if (params) allow.add(route.method);
  }
  if (allow.size === 0) return { kind: 'unknown' };
  if (allow.has('GET')) allow.add('HEAD');
  return { kind: 'wrong_method', allow: [...allow] };
};

const found = (match: RouteMatch): Found => {
  switch (match.kind) {
    case 'route':
      return match;
    case 'unknown':
      throw new Refusal('not_found', 'there is no such path');
    case 'wrong_method': {
      const allow = match.allow.join(', ');
      throw new Refusal('method_not_allowed', `allowed: ${allow}`, { headers: { allow } });
    }
  }
};

const routesOf = (router: AnyRouter): Route[] => {
  const procedures = proceduresOf(router);
  const answers = new Set(
    procedures.filter(isRecordGet).map((procedure) => procedure['~orpc'].outputSchema),
  );
  const routes = procedures.map((procedure): Route => {
    const { route, meta, outputSchema } = procedure['~orpc'];
    return {
      ...meta,
      method: route.method ?? 'POST',
      path: route.path ?? '/',
      successStatus: route.successStatus ?? 200,
      procedure,
      answersRecord: answers.has(outputSchema),
    };
  });
  return routes.map((route) => {
    const record = routes.find(({ method, path }) => method === 'GET' && path === route.path);
    return record && record !== route ? { ...route, record } : route;
  });
};

const proceduresOf = (router: object): EndpointProcedure[] =>
  isEndpoint(router)
    ? [router]
    : Object.values(router).flatMap((inner: object) => proceduresOf(inner));

/** Every procedure here is of our contract, whose endpoints all have the meta. */
const isEndpoint = (value: unknown): value is EndpointProcedure => isProcedure(value);

const isRecordGet = (procedure: EndpointProcedure): boolean => {
  const { method, path } = procedure['~orpc'].route;
  return method === 'GET' && path?.endsWith('/{id}') === true;
};

const isParameter = (segment: string) => segment.startsWith('{');

/** Sorts fixed segments before parameters, from the left. */
const specificity = (path: string): string =>
  path
    .split('/')
    .map((segment) => (isParameter(segment) ? 1 : 0))
    .join('');

/** Nothing for a path that no identifier can be in: badly encoded, or with a NUL. */
const decodedSegments = (pathname: string): string[] | undefined => {
  try {
    const segments = pathname.replace(/\/$/, '').split('/').map(decodeURIComponent);
    return segments.some((segment) => segment.includes('\0')) ? undefined : segments;
  } catch {
    return undefined;
  }
};

const paramsOf = (path: string, segments: string[]): Record<string, string> | undefined => {
  const pattern = path.split('/');
  if (pattern.length !== segments.length) return undefined;
  const params: [string, string][] = [];
  for (const [index, expected] of pattern.entries()) {
    const segment = segments[index] ?? '';
    if (isParameter(expected) && segment !== '') params.push([expected.slice(1, -1), segment]);
    else if (expected !== segment) return undefined;
  }
  return Object.fromEntries(params);
};
