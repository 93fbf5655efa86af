import { EventEmitter } from 'node:events';
import {
  Agent,
  createServer,
  request as send,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { arrayBuffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Chance } from '../simulation/chance.ts';
import type { Diary } from './diary.ts';
import { faults, type Answered, type Asked, type Exchange } from './faults.ts';
import { pickByWeight } from './pick-by-weight.ts';

type Dependencies = {
  /** The service's present address, without a path. It changes with each restart. */
  target: () => string;
  chance: Chance;
  diary: Diary;
  /**
   * Tells if a request may be repeated. At a service without idempotency keys, a write may not be
   * repeated, because the service would process it twice.
   */
  mayRepeat: (asked: Asked) => boolean;
};

const faultRate = 0.13;
/** Headers that belong to one connection, so the proxy does not pass them on. */
const ofConnection = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length']);

const headersOf = ({ rawHeaders }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    rawHeaders.flatMap((name, index) => {
      const isName = index % 2 === 0 && !ofConnection.has(name.toLowerCase());
      return isName ? [[name, rawHeaders[index + 1] ?? '']] : [];
    }),
  );

const batchSchema = z.object({
  requests: z.array(z.object({ method: z.string(), path: z.string() })),
});
const batchAnswerSchema = z.object({ answers: z.array(z.object({ status: z.number() })) });

/**
 * Returns the status, method, and path of each request in an answered batch, as the diary records them
 * for a single request.
 */
const partsOf = ({ path, body }: Asked, answer: Buffer): string[] => {
  if (!path.endsWith('/batch')) return [];
  const base = path.slice(0, -'/batch'.length);
  const { requests } = batchSchema.parse(JSON.parse(String(body)));
  const { answers } = batchAnswerSchema.parse(JSON.parse(String(answer)));
  return requests.map((part, at) => `${answers[at]?.status} ${part.method} ${base}${part.path}`);
};

const bodyOf = async (message: IncomingMessage): Promise<Buffer<ArrayBuffer>> =>
  Buffer.from(await arrayBuffer(message));

/**
 * Starts a proxy, which is the network of one person. It passes requests on to the service and disturbs
 * some of them. The same fault never happens twice in a row to requests with the same method and path,
 * because after two 404s in a row, sync would believe that the record is gone.
 */
export const startFaultyProxy = async ({ target, chance, diary, mayRepeat }: Dependencies) => {
  const requests = new EventEmitter<{ arrived: [] }>();
  const agent = new Agent({ keepAlive: true });
  const lastFaults = new Map<string, string>();
  const exchanges = new Set<Promise<void>>();
  const counts = { requests: 0, writes: 0, faults: 0 };
  let isCalm = false;

  const forward = async (asked: Asked): Promise<Answered> =>
    await new Promise((resolve, reject) => {
      const { method, path, headers, body } = asked;
      const length = body.length > 0 ? { 'content-length': String(body.length) } : {};
      const options = { method, agent, headers: { ...headers, ...length } };
      const outgoing = send(`${target()}${path}`, options, (incoming) => {
        bodyOf(incoming).then((text) => {
          const status = incoming.statusCode ?? 0;
          diary({ type: 'request', what: `served ${status} ${method} ${path}` });
          for (const part of status === 200 ? partsOf(asked, text) : []) {
            diary({ type: 'request', what: `served ${part}` });
          }
          resolve({ status, headers: headersOf(incoming), body: text });
        }, reject);
      });
      outgoing.once('error', reject);
      outgoing.end(body);
    });

  const faultFor = (asked: Asked) => {
    if (isCalm || !chance.happens(faultRate)) return null;
    const address = `${asked.method} ${asked.path}`;
    const fault = pickByWeight(chance, faults);
    const isFit = !fault.repeats || mayRepeat(asked);
    if (!isFit || lastFaults.get(address) === fault.name) return null;
    lastFaults.set(address, fault.name);
    counts.faults += 1;
    diary({ type: 'fault', what: `${fault.name}: ${address}` });
    return fault;
  };

  const exchange = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { method = 'GET', url: path = '/' } = incoming;
    const asked = { method, path, headers: headersOf(incoming), body: await bodyOf(incoming) };
    counts.requests += 1;
    if (method !== 'GET' && !path.endsWith('/auth')) counts.writes += 1;
    const head = ({ status, headers, body }: Answered): void => {
      // An answer with one of these statuses has no body.
      const length = status === 204 || status === 304 ? {} : { 'content-length': body.length };
      outgoing.writeHead(status, { ...headers, ...length });
    };
    const steps: Exchange = {
      asked,
      chance,
      forward: async () => await forward(asked),
      drop: () => outgoing.destroy(),
      answer: (answered) => {
        head(answered);
        outgoing.end(answered.body);
      },
      cut: (answered) => {
        if (answered.body.length < 2) return void outgoing.destroy();
        head(answered);
        const half = answered.body.subarray(0, answered.body.length / 2);
        outgoing.write(half, () => outgoing.destroy());
      },
      pause: async (maxMs) => await pause(isCalm ? 0 : chance.below(maxMs)),
    };
    const fault = faultFor(asked);
    requests.emit('arrived');
    if (fault) await fault.run(steps);
    else {
      const answered = await steps.forward();
      lastFaults.delete(`${method} ${path}`);
      steps.answer(answered);
    }
  };

  const server = createServer((incoming, outgoing) => {
    const turn = exchange(incoming, outgoing).catch((error: unknown) => {
      // An exchange fails if the service or the person's process was killed.
      diary({ type: 'noted', what: `no answer: ${String(error)}` });
      outgoing.destroy();
    });
    exchanges.add(turn);
    void turn.finally(() => exchanges.delete(turn));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('not a TCP address');

  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    counts,
    /** Stops the faults. Resolves when all delayed requests have arrived. */
    calm: async (): Promise<void> => {
      isCalm = true;
      await Promise.all(exchanges);
    },
    close: async (): Promise<void> => {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
};

export type FaultyProxy = Awaited<ReturnType<typeof startFaultyProxy>>;
