import { randomUUID } from 'node:crypto';
import { authorize } from './access/authorize.ts';
import type { Database } from './database/schema.ts';
import { openDocument } from './open-documents.ts';
import type { Answer } from './protocol/answer.ts';
import { asRefusal, problemAnswer } from './protocol/problem-answer.ts';
import { requestBody } from './protocol/request-body.ts';
import { routeTable } from './protocol/route-table.ts';
import { serveRoute } from './protocol/serve-route.ts';
import { toResponse } from './protocol/to-response.ts';
import { createRouter } from './router.ts';

export { migrate } from './database/migrate.ts';
export { openSqlite } from './database/sqlite.ts';
export type { Database } from './database/schema.ts';
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
};

export type Service = {
  /** `address` is the client's, as far as it is known: allow-lists and failed logins go by it. */
  fetch: (request: Request, from?: { address?: string }) => Promise<Response>;
};

const prefix = '/api/v1/';

/** The path within the API; what is outside of it is as unknown as the root. */
const pathIn = (pathname: string): string =>
  pathname.startsWith(prefix) ? pathname.slice(prefix.length - 1) : '/';

/** The service as a function from Request to Response; it neither listens nor holds anything open. */
export const createService = ({
  database,
  logger,
  now = () => new Date(),
  tokenLifetimeSeconds = 3600,
}: ServiceDependencies): Service => {
  const routes = routeTable(createRouter({ now, tokenLifetimeSeconds }));

  const serve = async (request: Request, address: string | undefined): Promise<Answer> => {
    const { method, headers } = request;
    const url = new URL(request.url);
    const document = await openDocument(method, url.pathname);
    if (document) return document;
    const { route, params } = routes.find(method, pathIn(url.pathname));
    const caller = await authorize(database, route.scope, { headers, address, now: now() });
    const body = await requestBody(request, route);
    const admitted = { route, params, url, headers, body, caller, address, now: now() };
    return await serveRoute(database, admitted);
  };

  return {
    fetch: async (request, { address } = {}) => {
      const requestId = randomUUID();
      const begun = performance.now();
      const answer = await serve(request, address).catch((error: unknown) => {
        const refusal = asRefusal(error);
        if (!refusal) logger.error({ requestId, err: error }, 'a request failed');
        return problemAnswer(refusal, requestId);
      });
      const { method } = request;
      const { pathname } = new URL(request.url);
      const milliseconds = Math.round(performance.now() - begun);
      const facts = { requestId, method, pathname, status: answer.status, milliseconds };
      logger.info(facts, 'a request was answered');
      return toResponse(answer, method, requestId);
    },
  };
};
