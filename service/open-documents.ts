import { sql } from 'kysely';
import type { Database } from './database/schema.ts';
import { openApiDocument } from './openapi.ts';
import type { Answer } from './protocol/answer.ts';
import { Refusal } from './protocol/refusal.ts';

type Document = { status: number; value: unknown };

/** Whether requests can be served, for the load balancer in front. */
const health = async (database: Database): Promise<Document> => {
  try {
    await sql`select 1`.execute(database);
    return { status: 200, value: { status: 'ok' } };
  } catch {
    return { status: 503, value: { status: 'unavailable' } };
  }
};

const documents: Record<string, (database: Database) => Promise<Document>> = {
  '/health': health,
  '/api/v1/openapi.json': async () => ({ status: 200, value: await openApiDocument() }),
};

/** What everyone may read without a token; nothing for any other request. */
export const openDocument = async (
  method: string,
  pathname: string,
  database: Database,
): Promise<Answer | undefined> => {
  const make = Object.hasOwn(documents, pathname) ? documents[pathname] : undefined;
  if (!make) return undefined;
  if (method !== 'GET' && method !== 'HEAD') {
    const allow = 'GET, HEAD';
    throw new Refusal('method_not_allowed', `allowed: ${allow}`, { headers: { allow } });
  }
  const document = await make(database);
  const headers = { 'content-type': 'application/json' };
  return { status: document.status, headers, body: JSON.stringify(document.value) };
};
