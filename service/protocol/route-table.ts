import type { AnySchema, ErrorMap } from '@orpc/contract';
import {
  createProcedureClient,
  isProcedure,
  type AnyRouter,
  type Context,
  type Procedure,
} from '@orpc/server';
import type { EndpointMeta } from '#shared/api/endpoint.ts';
import { identifier } from '#shared/api/values.ts';
import { changesRecordOf, readsRecord } from './record-path.ts';
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

/** An endpoint of the contract with its procedure. */
export type Route = EndpointMeta & {
  method: string;
  /** The path in the contract, such as `/canvases/{id}`. */
  path: string;
  successStatus: number;
  procedure: EndpointProcedure;
  /** Parses the input and runs the procedure. */
  call: (input: unknown, context: OpenContext) => Promise<unknown>;
  /** True if the endpoint returns a single record, which has an `ETag`. */
  answersRecord: boolean;
  /** The GET route of the record that this route changes or deletes. */
  record?: Route;
};

type RouteMatch =
  | { kind: 'route'; route: Route; params: Record<string, string> }
  | { kind: 'unknown' }
  | { kind: 'wrong_method'; allow: string[] };

type RouteTable = {
  match: (method: string, pathname: string) => RouteMatch;
  /** Finds the route like `match`, but throws 404 or 405 if no route matches. */
  find: (method: string, pathname: string) => FoundRoute;
};
export type FoundRoute = Extract<RouteMatch, { kind: 'route' }>;

type Pattern = { route: Route; segments: readonly Segment[] };
type Segment = { fixed: string } | { parameter: string };
/** Patterns by their number of segments, so that a path is compared with few of them. */
type Patterns = Map<number, Pattern[]>;

/**
 * Builds a table that finds the route of a request. Fixed segments take precedence over parameters.
 */
export const routeTable = (router: AnyRouter): RouteTable => {
  const routes = routesOf(router).toSorted((one, other) =>
    specificity(one.path) < specificity(other.path) ? -1 : 1,
  );
  const all = routes.map((route) => ({ route, segments: route.path.split('/').map(segmentOf) }));
  const patterns = Map.groupBy(all, ({ segments }) => segments.length);
  const match = (method: string, pathname: string) => matchIn(patterns, method, pathname);
  return { match, find: (method, pathname) => found(match(method, pathname)) };
};

/** Finds the route of a request. Treats HEAD like GET, because the body is removed later. */
const matchIn = (patterns: Patterns, method: string, pathname: string): RouteMatch => {
  const wanted = method === 'HEAD' ? 'GET' : method;
  const segments = decodedSegments(pathname);
  if (!segments) return { kind: 'unknown' };
  const alike = patterns.get(segments.length) ?? [];
  for (const { route, segments: pattern } of alike) {
    const params = route.method === wanted ? paramsOf(pattern, segments) : undefined;
    if (params) return { kind: 'route', route, params };
  }
  const others = alike.filter(({ segments: pattern }) => paramsOf(pattern, segments));
  const allow = new Set(others.map(({ route }) => route.method));
  if (allow.size === 0) return { kind: 'unknown' };
  if (allow.has('GET')) allow.add('HEAD');
  return { kind: 'wrong_method', allow: [...allow] };
};

const found = (match: RouteMatch): FoundRoute => {
  switch (match.kind) {
    case 'route':
      return match;
    case 'unknown':
      throw new Refusal('not_found', 'path not found');
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
      call: callOf(procedure),
      answersRecord: answers.has(outputSchema),
    };
  });
  return routes.map((route) => {
    const record = routes.find((other) => changesRecordOf(route, other));
    return record ? { ...route, record } : route;
  });
};

const callOf = (procedure: EndpointProcedure): Route['call'] => {
  const client = createProcedureClient(procedure, { context: (context: OpenContext) => context });
  return async (input, context): Promise<unknown> => {
    const output: unknown = await client(input, { context });
    return output;
  };
};

const proceduresOf = (router: object): EndpointProcedure[] =>
  isEndpoint(router)
    ? [router]
    : Object.values(router).flatMap((inner: object) => proceduresOf(inner));

/** Tells if a value is a procedure. All procedures of the router have the metadata of our contract. */
const isEndpoint = (value: unknown): value is EndpointProcedure => isProcedure(value);

const isRecordGet = (procedure: EndpointProcedure): boolean => {
  const { method = 'POST', path = '/' } = procedure['~orpc'].route;
  return readsRecord({ method, path });
};

const isParameter = (segment: string) => segment.startsWith('{');

const segmentOf = (text: string): Segment =>
  isParameter(text) ? { parameter: text.slice(1, -1) } : { fixed: text };

/**
 * Returns a sort key for a path. By this key, fixed segments come before parameters, compared from the
 * left.
 */
const specificity = (path: string): string =>
  path
    .split('/')
    .map((segment) => (isParameter(segment) ? 1 : 0))
    .join('');

/**
 * Matches every UUID and every fixed segment. A segment that matches is not checked with the schema,
 * because the schema takes several times as long.
 */
const plainIdentifier = /^[\w-]{0,200}$/;

const isIdentifier = (segment: string): boolean =>
  plainIdentifier.test(segment) || identifier.safeParse(segment).success;

const decodedSegment = (segment: string): string =>
  segment.includes('%') ? decodeURIComponent(segment) : segment;

/**
 * Returns the decoded segments of a path. Returns `undefined` if a segment cannot be an ID, because it
 * is badly encoded, too long, or contains NUL.
 */
const decodedSegments = (pathname: string): string[] | undefined => {
  try {
    const whole = pathname.endsWith('/') ? pathname.slice(0, -1) : pathname;
    const segments = whole.split('/').map(decodedSegment);
    return segments.every(isIdentifier) ? segments : undefined;
  } catch {
    return undefined;
  }
};

const paramsOf = (
  pattern: readonly Segment[],
  segments: readonly string[],
): Record<string, string> | undefined => {
  const params: Record<string, string> = {};
  for (let index = 0; index < pattern.length; index++) {
    const expected = pattern[index];
    const segment = segments[index] ?? '';
    if (!expected) return undefined;
    if ('fixed' in expected) {
      if (expected.fixed !== segment) return undefined;
    } else if (segment === '') return undefined;
    else params[expected.parameter] = segment;
  }
  return params;
};
