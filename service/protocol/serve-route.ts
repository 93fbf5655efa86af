import type { Caller } from '../access/caller.ts';
import { inTurn } from '../database/in-turn.ts';
import type { Database } from '../database/schema.ts';
import { reading, writing } from '../database/transaction.ts';
import type { Answer, FileAnswer } from './answer.ts';
import { catalogAnswer } from './catalog-answer.ts';
import { entityTag, ifMatch, isKnown } from './entity-tag.ts';
import { fileAnswer } from './file-answer.ts';
import { once } from './idempotency.ts';
import type { Incoming } from './incoming.ts';
import { Refusal } from './refusal.ts';
import type { RequestBody } from './request-body.ts';
import type { AnswerPart, LaterWork, OpenContext } from './request-context.ts';
import { requestInput } from './request-input.ts';
import type { Route } from './route-table.ts';

export type RouteRequest = {
  incoming: Incoming;
  route: Route;
  params: Record<string, string>;
  url: URL;
  body: RequestBody;
  /** Nobody, for a route that takes no bearer token. */
  caller: Caller | undefined;
  now: Date;
  answerPart: AnswerPart;
};

type Served = {
  answer: Answer | FileAnswer;
  /** What the procedure left to be done once its transaction is. */
  later: LaterWork[];
};

/**
 * Serves an admitted request in one transaction: a read sees one state of the database, and a write
 * with everything that belongs to it (its preconditions, its stored answer) is done or not done.
 */
export const serveRoute = async (database: Database, request: RouteRequest): Promise<Served> => {
  const { route } = request;
  if (!route.transaction) return await serveIn(database, request);
  const serve = async (transaction: Database) => await serveIn(transaction, request);
  if (route.method === 'GET') return await reading(database, serve);
  const write = async () => await writing(database, serve);
  const { id } = request.params;
  // Within a transaction it is its turn already: those before it would wait for its end.
  const hasTurn = id === undefined || database.isTransaction;
  return hasTurn ? await write() : await inTurn(`${route.path} ${id}`, write);
};

const serveIn = async (database: Database, request: RouteRequest): Promise<Served> => {
  const { incoming, route, caller, now, url, body, answerPart } = request;
  const later: LaterWork[] = [];
  const context: OpenContext = {
    database,
    now: now.toISOString(),
    address: incoming.address,
    incoming,
    answerPart,
    later: (work) => later.push(work),
    ...(caller && { caller }),
  };
  if (route.answers === 'file') {
    return { answer: await fileAnswer(await route.call(inputOf(request), context)), later };
  }
  const serve = async () => await answerOf(request, context);
  const key = incoming.header('idempotency-key');
  const isRepeatable = caller && route.method === 'POST' && route.transaction;
  if (key === null || !isRepeatable) return { answer: await serve(), later };
  const target = `${route.method} ${url.pathname}`;
  const repeatable = { key, userId: caller.userId, target, bytes: body.bytes };
  return { answer: await once(database, repeatable, context.now, serve), later };
};

const inputOf = ({ route, params, url, body }: RouteRequest): unknown =>
  requestInput(route, { params, query: url.searchParams, body: body.value });

const answerOf = async (request: RouteRequest, context: OpenContext): Promise<Answer> => {
  const { route, incoming } = request;
  await checkPrecondition(request, context);
  const output = await route.call(inputOf(request), context);
  if (output === undefined) return { status: route.successStatus, headers: {}, body: null };

  const text = JSON.stringify(output);
  if (route.answers === 'catalog') return catalogAnswer(output, text, incoming.header);
  const tag = route.answersRecord ? entityTag(text) : undefined;
  const known = incoming.header('if-none-match');
  if (tag !== undefined && route.method === 'GET' && isKnown(known, tag)) {
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
  { route, params, incoming }: RouteRequest,
  context: OpenContext,
): Promise<void> => {
  const wanted = incoming.header('if-match');
  if (wanted === null || !route.record) return;
  const current = await route.record.call(params, context);
  if (!ifMatch(wanted, entityTag(JSON.stringify(current)))) {
    throw new Refusal('precondition_failed', 'the record is no longer what If-Match names');
  }
};
