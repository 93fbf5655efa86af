import { randomUUID } from 'node:crypto';
import { isBatchable } from '#shared/api/batch.ts';
import { authorize, type Tier } from './access/authorize.ts';
import { steadyClock } from './access/steady-clock.ts';
import type { Database } from './database/schema.ts';
import { DatabaseUnavailable } from './database/unavailable.ts';
import { documentsInThread, type Documents } from './documents/documents.ts';
import { readFile } from './documents/read-file.ts';
import { admissions, type Admission } from './limits/admission.ts';
import { usualLimits, type Limits } from './limits/limits.ts';
import type { UserDependencies } from './modules/users/users.routes.ts';
import { openDocument } from './open-documents.ts';
import type { Answer, FileAnswer } from './protocol/answer.ts';
import { incomingOf, type Incoming } from './protocol/incoming.ts';
import { asRefusal, problemAnswer } from './protocol/problem-answer.ts';
import { Refusal } from './protocol/refusal.ts';
import { longestBody, requestBody } from './protocol/request-body.ts';
import type { AnswerPart } from './protocol/request-context.ts';
import { requestUrl, type RequestUrl } from './protocol/request-url.ts';
import { routeTable, type FoundRoute } from './protocol/route-table.ts';
import { serveRoute } from './protocol/serve-route.ts';
import { toOutgoing, toResponse, type Outgoing } from './protocol/to-response.ts';
import { readiness } from './readiness.ts';
import { createRouter } from './router.ts';

export { migrate } from './database/migrate.ts';
export { openSqlite } from './database/sqlite.ts';
export type { Database } from './database/schema.ts';
export { maintain } from './maintenance.ts';
export { ensureOwner, issueApiToken } from './provision.ts';

/** The methods of pino that the service uses. */
type ServiceLogger = {
  info: (facts: object, message: string) => void;
  error: (facts: object, message: string) => void;
};

export type ServiceDependencies = {
  /** The migrated database. */
  database: Database;
  logger: ServiceLogger;
  now?: () => Date;
  /** The clock for waits after failed logins. By default it starts at `now`, and then only advances. */
  steadyNow?: () => Date;
  tokenLifetimeSeconds?: number;
  /**
   * The tier of the account. Requests for the admin-scope catalogs are rejected unless it is
   * `enterprise`.
   */
  tier?: Tier;
  /** Makes reports and images. By default, this thread makes them. */
  documents?: Documents;
  limits?: Limits;
} & UserDependencies;

export type Service = {
  fetch: (request: Request, from?: { address?: string }) => Promise<Response>;
  /** Handles a request without the web's Request and Response, which would double the cost. */
  answer: (incoming: Incoming) => Promise<Outgoing>;
  /**
   * Makes `/ready` respond 503, so that a load balancer sends no more requests. The service still serves
   * all requests.
   */
  drain: () => void;
  /**
   * Resolves when the background work of all requests is done. Await this before you close the database,
   * because the work needs the database.
   */
  whenIdle: () => Promise<void>;
};

const prefix = '/api/v1/';

/** Returns the path within the API. Paths outside of it become `/`, which has no route. */
const pathIn = (pathname: string): string =>
  pathname.startsWith(prefix) ? pathname.slice(prefix.length - 1) : '/';
const pathOf = (pathInApi: string): string => prefix.slice(0, -1) + pathInApi;

/**
 * Creates the service as a function from request to response. The service does not listen on a port, and
 * it has nothing that must be closed.
 */
export const createService = ({
  database,
  logger,
  now = () => new Date(),
  steadyNow = steadyClock(now),
  tokenLifetimeSeconds = 3600,
  tier = 'enterprise',
  documents = documentsInThread(),
  limits = usualLimits,
  mailer,
  invitationUrl,
}: ServiceDependencies): Service => {
  const routes = routeTable(
    createRouter({ now, steadyNow, tokenLifetimeSeconds, documents, mailer, invitationUrl }),
  );

  const isDatabaseReady = readiness(database);
  let isDraining = false;
  const isReady = async () => !isDraining && (await isDatabaseReady());
  const admit = admissions(limits);

  /** Work of requests that continues after their responses. */
  const background = new Set<Promise<void>>();

  /** Serves a request with a known route. `executor` is the database or a transaction. */
  const serveFound = async (
    executor: Database,
    incoming: Incoming,
    url: RequestUrl,
    requestId: string,
    { route, params }: FoundRoute,
    admission?: Admission,
  ): Promise<Answer | FileAnswer> => {
    const caller = await authorize(executor, route, incoming, { now: now(), tier });
    if (caller) {
      const bytes = longestBody(incoming, route);
      await admission?.ofToken(caller.tokenId, { bytes, signal: () => incoming.signal });
    }
    const body = await requestBody(incoming, route, limits);
    const file =
      caller && route.body === 'file'
        ? await readFile(documents, body.bytes, { userId: caller.userId, signal: incoming.signal })
        : undefined;
    const { answer, later } = await serveRoute(executor, {
      incoming,
      route,
      params,
      url,
      body,
      caller,
      now: now(),
      answerPart: answerPartOf(requestId),
      file,
    });
    for (const work of later) {
      const task = work(database)
        .catch((error: unknown) => {
          logger.error({ requestId, err: error }, 'background work of a request failed');
        })
        .finally(() => background.delete(task));
      background.add(task);
    }
    return answer;
  };

  const serve = async (
    incoming: Incoming,
    url: RequestUrl,
    requestId: string,
    admission: Admission,
  ): Promise<Answer | FileAnswer> => {
    const { method, address } = incoming;
    const document = await openDocument(method, url.pathname, isReady);
    if (document) return document;
    admission.ofAddress(address);
    const found = routes.find(method, pathIn(url.pathname));
    return await serveFound(database, incoming, url, requestId, found, admission);
  };

  /** Serves a request or a part of a batch, and logs it. Converts an error to a response. */
  const logged = async (
    facts: { requestId: string; method: string; pathname: string; part?: number },
    served: () => Promise<Answer | FileAnswer>,
  ): Promise<Answer | FileAnswer> => {
    const { requestId } = facts;
    const begun = performance.now();
    let outage: { unavailable: string } | undefined;
    const answer = await served().catch((error: unknown) => {
      const refusal = asRefusal(error);
      if (!refusal) logger.error({ requestId, err: error }, 'request failed');
      if (error instanceof DatabaseUnavailable) outage = { unavailable: error.message };
      return problemAnswer(refusal, requestId);
    });
    const milliseconds = Math.round(performance.now() - begun);
    const entry = { ...facts, status: answer.status, milliseconds, ...outage };
    logger.info(entry, 'request completed');
    return answer;
  };

  const answerPartOf =
    (requestId: string): AnswerPart =>
    async (executor, { index, method, path }, make) =>
      await logged({ requestId, method, pathname: pathOf(path), part: index }, async () => {
        const incoming = make();
        const url = requestUrl(pathOf(incoming.target));
        const found = routes.find(method, pathIn(url.pathname));
        if (!isBatchable(found.route)) {
          throw new Refusal('validation_failed', 'this endpoint cannot be part of a batch');
        }
        return await serveFound(executor, incoming, url, requestId, found);
      });

  const answer = async (incoming: Incoming): Promise<Outgoing> => {
    const requestId = randomUUID();
    const { method, target } = incoming;
    const url = requestUrl(target);
    const facts = { requestId, method, pathname: url.pathname };
    const admission = admit();
    const served = await logged(
      facts,
      async () => await serve(incoming, url, requestId, admission),
    );
    const { delivered, answered } = admission;
    const outgoing = toOutgoing(served, method, requestId);
    answered(Number(outgoing.headers['content-length'] ?? 0));
    return { ...outgoing, delivered };
  };

  return {
    answer,
    drain: () => {
      isDraining = true;
    },
    whenIdle: async () => {
      await Promise.all(background);
    },
    fetch: async (request, { address } = {}) => {
      const outgoing = await answer(incomingOf(request, address));
      outgoing.delivered?.();
      return toResponse(outgoing);
    },
  };
};
