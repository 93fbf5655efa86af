import { z } from 'zod';
import { batchLimitHeader } from '#shared/api/batch.ts';
import type { Fetch } from '../../connection/fetch.ts';
import type { Chance } from './chance.ts';
import { canHappen, faults, type FaultName } from './faults.ts';
import type { Clock } from './virtual-time.ts';

type Dependencies = {
  clock: Clock;
  chance: Chance;
  reach: Fetch;
  /** True if the service supports idempotency keys and ETags. */
  knowsKeys: () => boolean;
  /** Called for each fault that happens. */
  happened: (fault: FaultName, request: Request) => void;
  /** Called for a request that will arrive again later, with the answer to its first arrival. */
  answeredFirst: (request: Request, answer: Response) => Promise<void>;
};

const maxDelay = 90_000;

const isOfAuth = ({ url }: Request): boolean => new URL(url).pathname.endsWith('/auth');
const isWrite = (request: Request): boolean => request.method !== 'GET' && !isOfAuth(request);

/**
 * Creates the network of one person. Each request takes some time. `arm` queues a fault, which happens
 * once, to the first request that allows it. The same fault never happens twice in a row to requests
 * with the same method and URL, because after two 404s in a row, sync would believe that the record is
 * gone.
 */
export const createNetwork = (dependencies: Dependencies) => {
  const { clock, chance, reach, knowsKeys, happened, answeredFirst } = dependencies;
  let isCalm = false;
  let isCut = false;
  let downUntil = 0;
  let lastArrival = 0;
  const armed: FaultName[] = [];
  const lastFaults = new Map<string, FaultName>();
  const counts = { requests: 0, writes: 0 };

  const takeFault = (request: Request): FaultName | undefined => {
    const address = `${request.method} ${request.url}`;
    const at = isCalm
      ? -1
      : armed.findIndex(
          (each) =>
            canHappen(each, request, knowsKeys()) &&
            each !== lastFaults.get(address) &&
            // A sign-in never gets a 40x, because all other requests wait for it.
            !(isOfAuth(request) && each.startsWith('40')),
        );
    const [fault] = at < 0 ? [] : armed.splice(at, 1);
    if (fault) lastFaults.set(address, fault);
    else lastFaults.delete(address);
    return fault;
  };

  const latency = async (): Promise<void> => {
    await clock.wait(isCalm ? 1 : 2 + chance.below(150));
    // The process that sent the request has ended, so nobody gets the answer.
    if (isCut) await new Promise(() => {});
  };

  const deliverLate = (request: Request): void => {
    const delay = chance.below(maxDelay);
    lastArrival = Math.max(lastArrival, clock.elapsed() + delay);
    clock.after(delay, () => reach(request));
  };

  const deliver: Fetch = async (request) => {
    await clock.wait(isCalm ? 1 : 2 + chance.below(150));
    if (!isCalm && clock.elapsed() < downUntil) throw new TypeError('network is unreachable');
    const fault = takeFault(request);
    if (!fault) return await reach(request);
    happened(fault, request);
    return await faults[fault].happen(request, {
      reach,
      clock,
      chance,
      deliverLate,
      answeredFirst,
    });
  };

  return {
    counts,

    fetch: async (request: Request): Promise<Response> => {
      if (isCut) return await new Promise<never>(() => {});
      counts.requests += 1;
      if (isWrite(request)) counts.writes += 1;
      try {
        return await deliver(request);
      } finally {
        await latency();
      }
    },

    /** Returns the time at which the last of the late requests arrives. */
    lastArrival: (): number => lastArrival,

    arm: (fault: FaultName): void => void armed.push(fault),
    goDown: (ms: number): void => {
      downUntil = clock.elapsed() + ms;
    },
    /** Stops all faults. */
    calm: (): void => {
      isCalm = true;
    },
    /** Drops all answers and all new requests. Requests in flight still arrive. */
    cut: (): void => {
      isCut = true;
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

const refused = (status: number, code: string): Response =>
  new Response(JSON.stringify({ type: 'about:blank', status, code }), {
    status,
    headers: { 'content-type': 'application/problem+json' },
  });

const isAdditive = ({ url }: Request): boolean => {
  const { pathname, searchParams } = new URL(url);
  if (pathname.endsWith('/restore')) return true;
  return pathname.endsWith('/batch') || searchParams.get('sort') === 'updated_at';
};

const isOneModel = ({ url }: Request): boolean =>
  /\/threat-models\/[^/]+$/.test(new URL(url).pathname);

/**
 * Returns the body of an answer as the specification defines it. The answer for a single threat model
 * has no `archived_at`.
 */
const specifiedAnswer = async (
  request: Request,
  answer: Response,
): Promise<string | ReadableStream | null> => {
  if (answer.status !== 200 || !isOneModel(request)) return answer.body;
  const { archived_at: _, ...model } = z.looseObject({}).parse(await answer.json());
  return JSON.stringify(model);
};

/** The service without our extensions to the specification. */
export const plainService =
  (reach: Fetch): Fetch =>
  async (request) => {
    if (isAdditive(request)) return refused(400, 'validation_failed');
    const answer = await reach(await specified(request));
    if (answer.status === 404) return refused(404, 'not_found');
    const headers = new Headers(answer.headers);
    headers.delete('etag');
    headers.delete(batchLimitHeader);
    headers.delete('content-length');
    const body = await specifiedAnswer(request, answer);
    return new Response(body, { status: answer.status, headers });
  };
