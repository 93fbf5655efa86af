import { openApiDocument } from './openapi.ts';
import type { Answer } from './protocol/answer.ts';

const documents: Record<string, () => unknown> = {
  '/health': () => ({ status: 'ok' }),
  '/api/v1/openapi.json': openApiDocument,
};

/** What everyone may read without a token; nothing for any other request. */
export const openDocument = async (
  method: string,
  pathname: string,
): Promise<Answer | undefined> => {
  const document = documents[pathname];
  if (!document || (method !== 'GET' && method !== 'HEAD')) return undefined;
  const headers = { 'content-type': 'application/json' };
  return { status: 200, headers, body: JSON.stringify(await document()) };
};
