import { randomUUID } from 'node:crypto';
import { authorize, type Tier } from './access/authorize.ts';
import type { Database } from './database/schema.ts';
import { documentsHere, type Documents } from './documents/documents.ts';
import type { UserDependencies } from './modules/users/users.routes.ts';
import { openDocument } from './open-documents.ts';
import type { Answer, FileAnswer } from './protocol/answer.ts';
import { incomingOf, type Incoming } from './protocol/incoming.ts';
import { asRefusal, problemAnswer } from './protocol/problem-answer.ts';
import { requestBody } from './protocol/request-body.ts';
import { routeTable } from './protocol/route-table.ts';
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

  const serve = async (
    incoming: Incoming,
    url: URL,
    requestId: string,
  ): Promise<Answer | FileAnswer> => {
    const { method } = incoming;
    const document = await openDocument(method, url.pathname, database);
    if (document) return document;
    const { route, params } = routes.find(method, pathIn(url.pathname));
    const caller = await authorize(database, route, incoming, { now: now(), tier });
    const body = await requestBody(incoming, route);
    const admitted = { incoming, route, params, url, body, caller, now: now() };
    const { answer, later } = await serveRoute(database, admitted);
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

  const answer = async (incoming: Incoming): Promise<Outgoing> => {
    const requestId = randomUUID();
    const begun = performance.now();
    const url = urlOf(incoming.target);
    const served = await serve(incoming, url, requestId).catch((error: unknown) => {
      const refusal = asRefusal(error);
      if (!refusal) logger.error({ requestId, err: error }, 'a request failed');
      return problemAnswer(refusal, requestId);
    });
    const { method } = incoming;
    const milliseconds = Math.round(performance.now() - begun);
    const facts = {
      requestId,
      method,
      pathname: url.pathname,
      status: served.status,
      milliseconds,
    };
    logger.info(facts, 'a request was answered');
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
