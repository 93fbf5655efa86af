import { sql } from 'kysely';
import { z } from 'zod';
import type { OtmReading } from '#shared/otm/content.ts';
import type { Caller } from '../access/caller.ts';
import { inTurn } from '../database/in-turn.ts';
import { tableOfScope, type RecordTable } from '../database/record-tables.ts';
import { lockRows } from '../database/row-lock.ts';
import type { Database } from '../database/schema.ts';
import { statement } from '../database/statement.ts';
import { reading, writing } from '../database/transaction.ts';
import type { Answer, FileAnswer } from './answer.ts';
import { catalogAnswer } from './catalog-answer.ts';
import { entityTag, ifMatch, isKnown } from './entity-tag.ts';
import { fileAnswer } from './file-answer.ts';
import { once } from './idempotency.ts';
import type { Incoming } from './incoming.ts';
import { restoresRecord } from './record-path.ts';
import { Refusal } from './refusal.ts';
import type { RequestBody } from './request-body.ts';
import type { AnswerPart, LaterWork, OpenContext } from './request-context.ts';
import { requestInput } from './request-input.ts';
import type { RequestUrl } from './request-url.ts';
import type { Route } from './route-table.ts';
import { jsonTextOf } from './written-json.ts';

export type RouteRequest = {
  incoming: Incoming;
  route: Route;
  params: Record<string, string>;
  url: RequestUrl;
  body: RequestBody;
  /** Undefined for a route that takes no bearer token. */
  caller: Caller | undefined;
  now: Date;
  answerPart: AnswerPart;
  /** The parsed file, for a route that takes one. */
  file: OtmReading | undefined;
};

type Served = {
  answer: Answer | FileAnswer;
  later: LaterWork[];
};

/**
 * Serves an admitted request in one transaction. A read sees one state of the database. A write,
 * with its preconditions and its stored response, is done completely or not at all.
 */
export const serveRoute = async (database: Database, request: RouteRequest): Promise<Served> => {
  const { route } = request;
  if (!route.transaction) return await serveIn(database, request);
  const serve = async (transaction: Database) => await serveIn(transaction, request);
  if (route.method === 'GET') return await reading(database, serve);
  const isolation = tableOfScope(route.scope) ? 'read committed' : 'serializable';
  const write = async () => await writing(database, serve, isolation);
  const { id } = request.params;
  // A request within a transaction, such as a part of a batch, must not wait in the queue, because
  // requests ahead of it may wait for the end of this transaction.
  const hasTurn = id === undefined || database.isTransaction;
  return hasTurn ? await write() : await inTurn(`${route.path} ${id}`, write);
};

const serveIn = async (database: Database, request: RouteRequest): Promise<Served> => {
  const { incoming, route, caller, now, url, body, answerPart, file } = request;
  const later: LaterWork[] = [];
  const context: OpenContext = {
    database,
    now: now.toISOString(),
    address: incoming.address,
    incoming,
    answerPart,
    file,
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

  const text = jsonTextOf(output);
  if (route.answers === 'catalog') return catalogAnswer(output, text, incoming.header);
  const tag = route.answersRecord ? await recordTag(route, context, output) : undefined;
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

const timeIn = (table: 'threat_models' | 'mitigations') =>
  statement((database, id: string) =>
    database.selectFrom(table).where('id', '=', id).select('updated_at'),
  );

/**
 * The queries for the time of a record's last change, by table. A table has a query only if the
 * responses for its records do not contain this time.
 */
const timesOf = new Map<RecordTable | undefined, ReturnType<typeof timeIn>>([
  ['threat_models', timeIn('threat_models')],
  ['mitigations', timeIn('mitigations')],
]);

const identified = z.object({ id: z.string() });

/**
 * Returns the ETag of a record. Each change gives the record a new ETag, even if the change restores
 * earlier content. Otherwise a late request with the earlier ETag could still change the record.
 */
const recordTag = async (
  { scope }: Route,
  { database }: OpenContext,
  output: unknown,
): Promise<string> => {
  const text = jsonTextOf(output);
  const timeOf = timesOf.get(tableOfScope(scope));
  // An export has no ID. Nobody can change an export, so its text is enough for the ETag.
  const { data: record } = identified.safeParse(output);
  if (!timeOf || !record) return entityTag(text);
  const [row] = await timeOf(database, record.id);
  return entityTag(`${row?.updated_at} ${text}`);
};

/**
 * Compares `If-Match` of a change or deletion with the ETag that GET would return now. `If-Match` of a
 * restore never matches, because a deleted record has no ETag.
 */
const checkPrecondition = async (
  { route, params, incoming }: RouteRequest,
  context: OpenContext,
): Promise<void> => {
  const wanted = incoming.header('if-match');
  if (wanted === null) return;
  if (restoresRecord(route)) {
    throw new Refusal(
      'precondition_failed',
      'a deleted record has no ETag that If-Match could name',
    );
  }
  if (!route.record) return;
  const table = tableOfScope(route.scope);
  if (table) await lockRows(context.database, table, sql`id = ${params.id}`, 'no key update');
  const current = await route.record.call(params, context);
  if (!ifMatch(wanted, await recordTag(route, context, current))) {
    throw new Refusal('precondition_failed', 'the record has changed since the ETag in If-Match');
  }
};
