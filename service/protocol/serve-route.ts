import { createProcedureClient } from '@orpc/server';
import type { Caller } from '../access/caller.ts';
import type { Database } from '../database/schema.ts';
import type { Answer } from './answer.ts';
import { entityTag, ifMatch, isKnown } from './entity-tag.ts';
import { once } from './idempotency.ts';
import { Refusal } from './refusal.ts';
import type { RequestBody } from './request-body.ts';
import type { OpenContext } from './request-context.ts';
import { requestInput } from './request-input.ts';
import type { Route } from './route-table.ts';

export type RouteRequest = {
  route: Route;
  params: Record<string, string>;
  url: URL;
  headers: Headers;
  body: RequestBody;
  /** Nobody, for a route that takes no bearer token. */
  caller: Caller | undefined;
  address: string | undefined;
  now: Date;
};

/**
 * Serves an admitted request in one transaction: a read sees one state of the database, and a write
 * with everything that belongs to it (its preconditions, its stored answer) is done or not done.
 * Without a caller there is none: `/auth` hashes, which takes long, and must not hold up the others.
 */
export const serveRoute = async (database: Database, request: RouteRequest): Promise<Answer> => {
  const { caller } = request;
  if (!caller) return await answerOf(request, contextOf(database, request));
  return await database
    .transaction()
    .execute(async (transaction) => await serveCaller(transaction, caller, request));
};

const serveCaller = async (
  transaction: Database,
  caller: Caller,
  request: RouteRequest,
): Promise<Answer> => {
  const context = contextOf(transaction, request);
  const answer = async () => await answerOf(request, context);
  const key = request.headers.get('idempotency-key');
  const { method } = request.route;
  if (key === null || method !== 'POST') return await answer();
  const target = `${method} ${request.url.pathname}`;
  const repeatable = { key, userId: caller.userId, target, bytes: request.body.bytes };
  return await once(transaction, repeatable, context.now, answer);
};

const contextOf = (database: Database, { caller, address, now }: RouteRequest): OpenContext => ({
  database,
  now: now.toISOString(),
  address,
  ...(caller && { caller }),
});

const answerOf = async (request: RouteRequest, context: OpenContext): Promise<Answer> => {
  const { route, params, url, body } = request;
  await checkPrecondition(request, context);
  const input = requestInput(route, { params, query: url.searchParams, body: body.value });
  const text = await call(route, input, context);
  if (text === null) return { status: route.successStatus, headers: {}, body: null };

  const tag = route.answersRecord ? entityTag(text) : undefined;
  if (
    tag !== undefined &&
    route.method === 'GET' &&
    isKnown(request.headers.get('if-none-match'), tag)
  ) {
    return { status: 304, headers: { etag: tag }, body: null };
  }
  return {
    status: route.successStatus,
    headers: { 'content-type': 'application/json', ...(tag !== undefined && { etag: tag }) },
    body: text,
  };
};

/** `If-Match` on a change or deletion is held against what GET would answer now. */
const checkPrecondition = async (
  { route, params, headers }: RouteRequest,
  context: OpenContext,
): Promise<void> => {
  const wanted = headers.get('if-match');
  if (wanted === null || !route.record) return;
  const current = await call(route.record, params, context);
  if (current === null || !ifMatch(wanted, entityTag(current))) {
    throw new Refusal('precondition_failed', 'the record is no longer what If-Match names');
  }
};

const call = async (route: Route, input: unknown, context: OpenContext): Promise<string | null> => {
  const output: unknown = await createProcedureClient(route.procedure, { context })(input);
  return output === undefined ? null : JSON.stringify(output);
};
