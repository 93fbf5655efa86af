import type { Fetch } from '../../connection/fetch.ts';
import type { Chance } from './chance.ts';
import type { Clock } from './virtual-time.ts';

type Environment = {
  reach: Fetch;
  clock: Clock;
  chance: Chance;
  /** Delivers the request later, even if its sender no longer waits. */
  deliverLate: (request: Request) => void;
  /** Call for a request that will arrive again later, with the answer to its first arrival. */
  answeredFirst: (request: Request, answer: Response) => Promise<void>;
};

type Fault = {
  /** The frequency of the fault, relative to other faults. */
  weight: number;
  /** True for a fault that only happens to requests that write. */
  ofWrites?: true;
  /**
   * True if the fault makes a request arrive late or twice. It happens only at a service
   * with idempotency keys and ETags (see "Limits" in docs/sync.md).
   */
  repeats?: true;
  happen: (request: Request, environment: Environment) => Promise<Response>;
};

const problem = (status: number, code: string, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify({ type: 'about:blank', status, code, title: code }), {
    status,
    headers: { 'content-type': 'application/problem+json', ...headers },
  });

const lost = (): never => {
  throw new TypeError('connection reset');
};

const silence = (): Promise<never> => new Promise(() => {});

const page = (status: number): Response =>
  new Response('<!doctype html><title>Gateway</title><h1>Please wait</h1>', {
    status,
    headers: { 'content-type': 'text/html' },
  });

/** Makes a fault in which the service does not get the request. */
const instead =
  (answer: (chance: Chance) => Response): Fault['happen'] =>
  (_request, { chance }) =>
    Promise.resolve(answer(chance));

/** Makes a fault in which the service processes the request, but its answer is replaced. */
const afterwards =
  (answer: (given: Response) => Response | Promise<Response>): Fault['happen'] =>
  async (request, { reach }) => {
    const given = await reach(request);
    return given.ok ? await answer(given) : given;
  };

const cutOff = async (given: Response): Promise<Response> => {
  const text = await given.text();
  const { status, headers } = given;
  if (text.length < 2) return lost();
  return new Response(text.slice(0, Math.floor(text.length / 2)), { status, headers });
};

const seconds = (chance: Chance): Record<string, string> => ({
  'retry-after': String(chance.below(90)),
});

/** Faults of the network, of proxies, and of the service. */
export const faults = {
  'the request is lost': { weight: 3, happen: () => Promise.resolve().then(lost) },
  'the answer is lost': { weight: 5, happen: afterwards(lost) },
  'the answer is cut off': { weight: 2, happen: afterwards(cutOff) },
  'nothing is heard of the request': { weight: 1, happen: silence },
  'nothing is heard of the answer': { weight: 2, happen: afterwards(silence) },
  'the answer takes long': {
    weight: 1,
    happen: async (request, { reach, clock, chance }) => {
      const given = await reach(request);
      await clock.wait(chance.below(25_000));
      return given;
    },
  },
  'it arrives after all': {
    weight: 2,
    ofWrites: true,
    repeats: true,
    happen: (request, { deliverLate }) => {
      deliverLate(request);
      return Promise.resolve().then(lost);
    },
  },
  'it arrives twice': {
    weight: 2,
    ofWrites: true,
    repeats: true,
    happen: async (request, { reach }) => {
      await reach(request.clone());
      return await reach(request);
    },
  },
  'it arrives again later': {
    weight: 2,
    ofWrites: true,
    repeats: true,
    happen: async (request, { reach, deliverLate, answeredFirst }) => {
      deliverLate(request.clone());
      const answer = await reach(request.clone());
      await answeredFirst(request, answer);
      return answer;
    },
  },
  'the work is done, 500': {
    weight: 1,
    ofWrites: true,
    happen: afterwards(() => problem(500, 'internal')),
  },
  'the work is done, 502': { weight: 1, ofWrites: true, happen: afterwards(() => page(502)) },
  'the work is done, 504': { weight: 1, ofWrites: true, happen: afterwards(() => page(504)) },
  'the work is done, a page': { weight: 1, ofWrites: true, happen: afterwards(() => page(200)) },
  'a page': { weight: 1, happen: instead(() => page(200)) },
  '401': { weight: 1, happen: instead(() => problem(401, 'unauthenticated')) },
  '403': { weight: 1, happen: instead(() => problem(403, 'collection_access')) },
  '404': { weight: 1, happen: instead(() => problem(404, 'not_found')) },
  '408': { weight: 1, happen: instead(() => problem(408, 'timeout')) },
  '409': { weight: 1, happen: instead(() => problem(409, 'conflict')) },
  '412': { weight: 1, happen: instead(() => problem(412, 'precondition_failed')) },
  '429': { weight: 1, happen: instead((chance) => problem(429, 'rate_limited', seconds(chance))) },
  '500': { weight: 1, happen: instead(() => problem(500, 'internal')) },
  '502': { weight: 1, happen: instead(() => page(502)) },
  '503': { weight: 1, happen: instead((chance) => problem(503, 'unavailable', seconds(chance))) },
  '504': { weight: 1, happen: instead(() => page(504)) },
} as const satisfies Record<string, Fault>;

export type FaultName = keyof typeof faults;

/**
 * Tells if a fault can happen to a request. `knowsKeys`: true if the service supports idempotency keys
 * and ETags.
 */
export const canHappen = (
  name: FaultName,
  { method, headers }: Request,
  knowsKeys: boolean,
): boolean => {
  const fault: Fault = faults[name];
  if (fault.ofWrites && method === 'GET') return false;
  // An update or delete without `If-Match` was prepared before the service was upgraded. It must not
  // arrive late or twice, because the service could not refuse it.
  const isGuarded = method === 'POST' || headers.has('if-match');
  return !fault.repeats || (knowsKeys && isGuarded);
};
