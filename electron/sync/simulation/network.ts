import { z } from 'zod';
import type { Fetch } from '../../connection/fetch.ts';
import type { Chance } from './chance.ts';

type Fault = (request: Request, reach: Fetch) => Promise<Response>;

const refused = (status: number, code: string, headers: Record<string, string> = {}): Fault => {
  const body = JSON.stringify({ type: 'about:blank', status, code, title: code });
  const type = { 'content-type': 'application/problem+json' };
  return () => Promise.resolve(new Response(body, { status, headers: { ...type, ...headers } }));
};

const lost = (): never => {
  throw new TypeError('connection reset');
};

/** Answers that come too late, twice, in part or not at all, and refusals out of nowhere. */
const faults: readonly Fault[] = [
  lost,
  async (request, reach) => {
    await reach(request);
    return lost();
  },
  async (request, reach) => {
    const answer = await reach(request);
    const text = await answer.text();
    const { status, headers } = answer;
    if (text.length < 2) return lost();
    return new Response(text.slice(0, Math.floor(text.length / 2)), { status, headers });
  },
  async (request, reach) => {
    const answer = await reach(request);
    return answer.ok ? await refused(500, 'internal')(request, reach) : answer;
  },
  refused(401, 'unauthenticated'),
  refused(403, 'collection_access'),
  refused(404, 'not_found'),
  refused(409, 'conflict'),
  refused(412, 'precondition_failed'),
  refused(429, 'rate_limited', { 'retry-after': '0' }),
  refused(500, 'internal'),
  refused(503, 'unavailable'),
];

/**
 * A network that disturbs a part of the requests. The same refusal does not come twice in a row for
 * one address: a service that says again and again that a record is not there is to be believed.
 */
export const createNetwork = (
  reach: Fetch,
  chance: Chance,
  repeats: (request: Request) => boolean,
) => {
  let isCalm = false;
  const lastFault = new Map<string, Fault>();

  const pause = async (): Promise<void> => {
    for (let turns = chance.below(4); turns > 0; turns -= 1) {
      await new Promise((resolve) => setImmediate(resolve));
    }
  };

  const fetch: Fetch = async (request) => {
    if (isCalm) return await reach(request);
    await pause();
    const address = `${request.method} ${request.url}`;
    const fault = chance.happens(0.12) ? chance.pick(faults) : undefined;
    const isNew = fault !== undefined && lastFault.get(address) !== fault;
    lastFault.delete(address);
    if (isNew) lastFault.set(address, fault);
    const answer = isNew ? await fault(request, reach) : await deliver(request);
    await pause();
    return answer;
  };

  const deliver = async (request: Request): Promise<Response> => {
    if (repeats(request) && chance.happens(0.05)) await reach(request.clone());
    return await reach(request);
  };

  return {
    fetch,
    calm: (): void => {
      isCalm = true;
    },
  };
};

const additiveHeaders = ['if-match', 'if-none-match', 'idempotency-key'];
const additiveFields = ['archived_at', 'color', 'source', 'is_custom', 'attributes'];

const specified = async (request: Request): Promise<Request> => {
  const headers = new Headers(request.headers);
  for (const name of additiveHeaders) headers.delete(name);
  headers.delete('content-length');
  const text = request.body ? await request.text() : '';
  const isCreate = request.method === 'POST';
  const body = isCreate && text !== '' ? withoutAdditive(text) : text;
  return new Request(request.url, {
    method: request.method,
    headers,
    body: body === '' ? null : body,
  });
};

const withoutAdditive = (text: string): string => {
  const body = z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  for (const field of additiveFields) delete body[field];
  return JSON.stringify(body);
};

const sortsByTime = ({ url }: Request): boolean =>
  new URL(url).searchParams.get('sort') === 'updated_at';

/** The service without anything that the specification does not have. */
export const plainService =
  (reach: Fetch): Fetch =>
  async (request) => {
    if (sortsByTime(request)) return await refused(400, 'validation_failed')(request, reach);
    const answer = await reach(await specified(request));
    if (answer.status === 404) return await refused(404, 'not_found')(request, reach);
    const headers = new Headers(answer.headers);
    headers.delete('etag');
    return new Response(answer.body, { status: answer.status, headers });
  };
