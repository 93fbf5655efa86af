import { randomUUID } from 'node:crypto';
import { isBatchable } from '#shared/api/batch.ts';
import { authorize, type Tier } from './access/authorize.ts';
import type { Database } from './database/schema.ts';
import { documentsHere, type Documents } from './documents/documents.ts';
import type { UserDependencies } from './modules/users/users.routes.ts';
import { openDocument } from './open-documents.ts';
import type { Answer, FileAnswer } from './protocol/answer.ts';
import { incomingOf, type Incoming } from './protocol/incoming.ts';
import { asRefusal, problemAnswer } from './protocol/problem-answer.ts';
import { Refusal } from './protocol/refusal.ts';
import { requestBody } from './protocol/request-body.ts';
import type { AnswerPart } from './protocol/request-context.ts';
import { routeTable, type FoundRoute } from './protocol/route-table.ts';
import { serveRoute } from './protocol/serve-route.ts';
import { toOutgoing, toResponse, type Outgoing } from './protocol/to-response.ts';
import { createRouter } from './router.ts';

export { migrate } from './database/migrate.ts';
export { openSqlite } from './database/sqlite.ts';
export type { Database } from './database/schema.ts';
export { maintain } from './maintenance.ts';
export { ensureOwner, issueApiToken } from './provision.ts';

/** The part of pino that is used. */
type ServiceLogger = {
  info: (facts: object, message: string) => void;
  error: (facts: object, message: string) => void;
};

export type ServiceDependencies = {
  /** Migrated. */
  database: Database;
  logger: ServiceLogger;
  now?: () => Date;
  tokenLifetimeSeconds?: number;
  /** Without `enterprise` the admin-scope catalogs are refused. */
  tier?: Tier;
  /** Where reports and images are made; in this thread, unless told otherwise. */
  documents?: Documents;
} & UserDependencies;

export type Service = {
  fetch: (request: Request, from?: { address?: string }) => Promise<Response>;
  /** The same without the web's Request and Response, which cost as much as the rest. */
  answer: (incoming: Incoming) => Promise<Outgoing>;
  /** When all that answered requests left to be done is done: before the database is closed. */
  settled: () => Promise<void>;
};

const prefix = '/api/v1/';

/** The path within the API; what is outside of it is as unknown as the root. */
const pathIn = (pathname: string): string =>
  pathname.startsWith(prefix) ? pathname.slice(prefix.length - 1) : '/';
const pathOf = (pathInApi: string): string => prefix.slice(0, -1) + pathInApi;

/**
 * What is no URL is answered as a path that nothing is at. A path is never read as a host, as `//x`
 * otherwise is: a proxy's rules are about the path that it sees.
 */
const urlOf = (target: string): URL =>
  URL.parse(target.startsWith('/') ? `http://service${target}` : target) ??
  new URL('http://service');

/** The service as a function from request to answer; it neither listens nor holds anything open. */
export const createService = ({
  database,
  logger,
  now = () => new Date(),
  tokenLifetimeSeconds = 3600,
  tier = 'enterprise',
  documents = documentsHere(),
  mailer,
  invitationUrl,
}: ServiceDependencies): Service => {
  const routes = routeTable(
    createRouter({ now, tokenLifetimeSeconds, documents, mailer, invitationUrl }),
  );

  /** What requests left to be done after their answers. */
  const underWay = new Set<Promise<void>>();

  /** Serves a request whose route is found; `place` is the database, or a transaction of it. */
  const serveFound = async (
    place: Database,
    incoming: Incoming,
    url: URL,
    requestId: string,
    { route, params }: FoundRoute,
  ): Promise<Answer | FileAnswer> => {
    const caller = await authorize(place, route, incoming, { now: now(), tier });
    const body = await requestBody(incoming, route);
    const { answer, later } = await serveRoute(place, {
      incoming,
      route,
      params,
      url,
      body,
      caller,
      now: now(),
      answerPart: answerPartOf(requestId),
    });
    for (const work of later) {
      const done = work(database)
        .catch((error: unknown) => {
          logger.error({ requestId, err: error }, 'what a request left to be done failed');
        })
        .finally(() => underWay.delete(done));
      underWay.add(done);
    }
    return answer;
  };

  const serve = async (
    incoming: Incoming,
    url: URL,
    requestId: string,
  ): Promise<Answer | FileAnswer> => {
    const { method } = incoming;
    const document = await openDocument(method, url.pathname, database);
    if (document) return document;
    const found = routes.find(method, pathIn(url.pathname));
    return await serveFound(database, incoming, url, requestId, found);
  };

  /** Every request and every part of one comes to an answer here, and to a line in the log. */
  const logged = async (
    facts: { requestId: string; method: string; pathname: string; part?: number },
    served: () => Promise<Answer | FileAnswer>,
  ): Promise<Answer | FileAnswer> => {
    const { requestId } = facts;
    const begun = performance.now();
    const answer = await served().catch((error: unknown) => {
      const refusal = asRefusal(error);
      if (!refusal) logger.error({ requestId, err: error }, 'a request failed');
      return problemAnswer(refusal, requestId);
    });
    const milliseconds = Math.round(performance.now() - begun);
    logger.info({ ...facts, status: answer.status, milliseconds }, 'a request was answered');
    return answer;
  };

  const answerPartOf =
    (requestId: string): AnswerPart =>
    async (place, { index, method, path }, make) =>
      await logged({ requestId, method, pathname: pathOf(path), part: index }, async () => {
        const incoming = make();
        const url = urlOf(pathOf(incoming.target));
        const found = routes.find(method, pathIn(url.pathname));
        if (!isBatchable(found.route)) {
          throw new Refusal('validation_failed', 'this endpoint cannot be part of a batch');
        }
        return await serveFound(place, incoming, url, requestId, found);
      });

  const answer = async (incoming: Incoming): Promise<Outgoing> => {
    const requestId = randomUUID();
    const { method, target } = incoming;
    const url = urlOf(target);
    const facts = { requestId, method, pathname: url.pathname };
    const served = await logged(facts, async () => await serve(incoming, url, requestId));
    return toOutgoing(served, method, requestId);
  };

  return {
    answer,
    settled: async () => {
      await Promise.all(underWay);
    },
    fetch: async (request, { address } = {}) =>
      toResponse(await answer(incomingOf(request, address))),
  };
};
