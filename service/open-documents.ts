import { openApiDocument } from './openapi.ts';
import type { Answer } from './protocol/answer.ts';
import { Refusal } from './protocol/refusal.ts';

type Document = { status: number; value: unknown };

/** Returns the response to a check of the service: 200 if `isReady` is true, and otherwise 503. */
const statusDocument = (isReady: boolean): Document =>
  isReady
    ? { status: 200, value: { status: 'ok' } }
    : { status: 503, value: { status: 'unavailable' } };

type IsReady = () => Promise<boolean>;

const documents: Record<string, (isReady: IsReady) => Promise<Document>> = {
  // `/health` always responds 200, because any response shows that the process is alive.
  '/health': async () => await Promise.resolve(statusDocument(true)),
  '/ready': async (isReady) => statusDocument(await isReady()),
  '/api/v1/openapi.json': async () => ({ status: 200, value: await openApiDocument() }),
};

/** Serves documents that need no token. Returns `undefined` for any other request. */
export const openDocument = async (
  method: string,
  pathname: string,
  isReady: IsReady,
): Promise<Answer | undefined> => {
  const make = Object.hasOwn(documents, pathname) ? documents[pathname] : undefined;
  if (!make) return undefined;
  if (method !== 'GET' && method !== 'HEAD') {
    const allow = 'GET, HEAD';
    throw new Refusal('method_not_allowed', `allowed: ${allow}`, { headers: { allow } });
  }
  const document = await make(isReady);
  const headers = { 'content-type': 'application/json' };
  return { status: document.status, headers, body: JSON.stringify(document.value) };
};
