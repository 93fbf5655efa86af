import { z } from 'zod';
import type { Credentials } from '#shared/api/auth.ts';
import type { ConnectionCheck, ConnectionProblem } from '#shared/desktop/connections.ts';
import { baseUrlsOf } from './base-url.ts';
import { jsonOf, networkProblem, notThisApi, refusalProblem } from './connection-problem.ts';
import type { Fetch } from './fetch.ts';

type Check = {
  /** The address as the person typed it. */
  address: string;
  credentials: Credentials;
  fetch: Fetch;
  signal?: AbortSignal | undefined;
};
type CheckAt = Omit<Check, 'address'> & { baseUrl: string };

type Failed = Extract<ConnectionCheck, { ok: false }>;
type Outcome<Value> = { ok: true; value: Value } | Failed;
type Checked = (Extract<ConnectionCheck, { ok: true }> & { baseUrl: string }) | Failed;

/** The resources that sync reads and changes. Each name is a path and also the first part of a scope. */
const resources = [
  'collections',
  'threat-models',
  'canvases',
  'components',
  'threats',
  'mitigations',
  'comments',
] as const;
type Resource = (typeof resources)[number];

/**
 * An ID that no record has. A request for it gets a 404 if the token has the required scope, and a 403
 * if not.
 */
const nobody = '00000000-0000-0000-0000-000000000000';

const signedIn = z.object({ access_token: z.string().min(1) });
/**
 * One page of a list: an envelope, as documented, or a bare array, which other implementations may send.
 */
const list = z.union([
  z.object({ items: z.array(z.unknown()), count: z.number().int().optional() }),
  z.array(z.unknown()).transform((items) => ({ items, count: undefined })),
]);

const failed = (problem: ConnectionProblem): Failed => ({ ok: false, problem });

/**
 * Tries a connection and reports exactly what is wrong. Signs in and sends a few requests. If another
 * program answers at the address, tries again with the path of the API.
 */
export const checkConnection = async ({ address, ...check }: Check): Promise<Checked> => {
  const urls = baseUrlsOf(address);
  if (!urls.ok) return urls;
  let first: Failed | null = null;
  for (const baseUrl of urls.candidates) {
    const checked = await checkAt({ ...check, baseUrl });
    if (checked.ok || checked.problem.kind !== 'not_this_api') return checked;
    first ??= checked;
  }
  return first ?? failed({ kind: 'address_invalid' });
};

const checkAt = async (check: CheckAt): Promise<Checked> => {
  const token = await signIn(check);
  if (!token.ok) return token;
  const call = caller(check, token.value);
  const [collections, threatModels, missingReads] = await Promise.all([
    firstPage(call, 'collections'),
    firstPage(call, 'threat-models'),
    missingScopes((resource) => call('GET', readPath(resource)), 'read'),
  ]);
  if (missingReads.length > 0) return failed({ kind: 'missing_scope', scopes: missingReads });
  if (!collections.ok) return collections;
  if (!threatModels.ok) return threatModels;
  // Sends an empty update of a record that does not exist. The service checks the scope before the
  // record, so its answer shows if the scope is missing.
  const missingWriteScopes = await missingScopes(
    (resource) => call('PATCH', `${resource}/${nobody}`),
    'write',
  );
  const found = {
    collections: collections.value,
    threatModels: threatModels.value,
    missingWriteScopes,
  };
  return { ok: true, baseUrl: check.baseUrl, found };
};

/**
 * Returns the path of a request that needs the read scope. A list of canvases would need the ID of a
 * model, and there may be no model. So the path for canvases is that of a canvas that does not exist.
 */
const readPath = (resource: Resource): string =>
  resource === 'canvases' ? `canvases/${nobody}` : `${resource}?limit=1`;

const signIn = async ({
  baseUrl,
  credentials,
  fetch,
  signal,
}: CheckAt): Promise<Outcome<string>> => {
  const request = new Request(`${baseUrl}/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(credentials),
    ...(signal && { signal }),
  });
  const answer = await answerOf(fetch, request);
  if (!answer.ok) return answer;
  const token = signedIn.safeParse(await jsonOf(answer.value.clone())).data;
  return token ? { ok: true, value: token.access_token } : failed(notThisApi(answer.value));
};

type Call = (method: 'GET' | 'PATCH', path: string) => Promise<Outcome<Response>>;

const caller =
  ({ baseUrl, fetch, signal }: CheckAt, token: string): Call =>
  async (method, path) => {
    const headers = { authorization: `Bearer ${token}`, accept: 'application/json' };
    const body = { headers: { ...headers, 'content-type': 'application/json' }, body: '{}' };
    return await answerOf(
      fetch,
      new Request(`${baseUrl}/${path}`, {
        method,
        headers,
        ...(method === 'PATCH' && body),
        ...(signal && { signal }),
      }),
    );
  };

/**
 * The highest count that the window gets. No real service has more records. Without this limit, a
 * service could encode other data in a huge number and so pass it to the window.
 */
const maxCount = 1_000_000;

/** Reads the first page and returns the total count if the service reports one. */
const firstPage = async (call: Call, resource: Resource): Promise<Outcome<number | null>> => {
  const answer = await call('GET', readPath(resource));
  if (!answer.ok) return answer;
  const page = list.safeParse(await jsonOf(answer.value.clone())).data;
  if (!page) return failed(notThisApi(answer.value));
  return { ok: true, value: page.count === undefined ? null : Math.min(page.count, maxCount) };
};

/**
 * Returns the scopes that the service reports as missing. An answer that reports no missing scope counts
 * as permission.
 */
const missingScopes = async (
  ask: (resource: Resource) => Promise<Outcome<Response>>,
  level: 'read' | 'write',
): Promise<string[]> => {
  const missing = await Promise.all(
    resources.map(async (resource) => {
      const answer = await ask(resource);
      if (answer.ok || answer.problem.kind !== 'missing_scope') return [];
      return answer.problem.scopes ?? [`${resource}:${level}`];
    }),
  );
  return [...new Set(missing.flat())];
};

/** Returns a successful response, or the problem that occurred. Throws if the check was canceled. */
const answerOf = async (fetch: Fetch, request: Request): Promise<Outcome<Response>> => {
  try {
    const response = await fetch(request);
    return response.ok ? { ok: true, value: response } : failed(await refusalProblem(response));
  } catch (error) {
    if (request.signal.aborted) throw error;
    return failed(networkProblem(error, request.url));
  }
};
