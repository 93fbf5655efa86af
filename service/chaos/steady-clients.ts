import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';

type Answer = { status: number; text: string; etag: string };

/** The writes of the clients, and the responses to them. */
type Account = {
  /** IDs of the threats whose creation was acknowledged. */
  created: Set<string>;
  /**
   * The number of acknowledged increments. `unclear` is the number of increments whose outcome is
   * unknown.
   */
  incremented: number;
  unclear: number;
  /** The number of responses by status. */
  statuses: Map<number, number>;
};

export type SteadyClients = {
  account: Account;
  /** Resolves when each instance has acknowledged a write that was sent after this call. */
  allWrote: () => Promise<void>;
  /** Resolves when each instance has responded 503 to a client after this call. */
  allRefused: () => Promise<void>;
  stop: () => Promise<void>;
};

type Target = {
  /** The API URL of each instance. */
  urls: readonly string[];
  token: string;
  /** The component in which clients create threats. */
  componentId: string;
  /** A threat whose title is a number that every client increments. */
  counterId: string;
};

const threat = z.object({ id: z.string(), title: z.string() });
const clientsEach = 2;
const pauseMs = 20;

/**
 * Starts clients that write continuously. Each client creates a threat, and repeats the request with the
 * same idempotency key until the service acknowledges it. Then the client increments a number that all
 * clients share. It sends the ETag in `If-Match`, so that concurrent increments do not overwrite each
 * other.
 */
export const startSteadyClients = ({
  urls,
  token,
  componentId,
  counterId,
}: Target): SteadyClients => {
  const account: Account = { created: new Set(), incremented: 0, unclear: 0, statuses: new Map() };
  /** For each instance, the time when its last acknowledged write was sent. */
  const written = new Map<string, number>();
  const refusals = new Map<string, number>();
  const silent = Promise.withResolvers<never>();
  silent.promise.catch(() => undefined);
  const ending = new AbortController();
  let changed = Promise.withResolvers<void>();
  const tell = () => {
    changed.resolve();
    changed = Promise.withResolvers<void>();
  };

  const send = async (
    url: string,
    method: string,
    path: string,
    headers: Record<string, string> = {},
    json?: unknown,
  ): Promise<Answer> => {
    const sent = performance.now();
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...headers,
      },
      body: json === undefined ? null : JSON.stringify(json),
    }).then(
      async (response) => ({
        status: response.status,
        text: await response.text(),
        etag: response.headers.get('etag') ?? '',
      }),
      (error: unknown) => {
        // A request without a response makes the run fail, because the service must respond even when
        // the database is down.
        silent.reject(error);
        throw error;
      },
    );
    account.statuses.set(answer.status, (account.statuses.get(answer.status) ?? 0) + 1);
    if (method !== 'GET' && answer.status >= 200 && answer.status < 300) {
      written.set(url, sent);
      tell();
    }
    if (answer.status === 503) {
      refusals.set(url, (refusals.get(url) ?? 0) + 1);
      tell();
      await setTimeout(pauseMs);
    }
    return answer;
  };

  const create = async (url: string): Promise<void> => {
    const key = { 'idempotency-key': randomUUID() };
    while (!ending.signal.aborted) {
      const answer = await send(url, 'POST', '/threats', key, { title: 'Threat', componentId });
      if (answer.status !== 201) continue;
      account.created.add(threat.parse(JSON.parse(answer.text)).id);
      return;
    }
  };

  const increment = async (url: string): Promise<void> => {
    const path = `/threats/${counterId}`;
    while (!ending.signal.aborted) {
      const { status, text, etag } = await send(url, 'GET', path);
      if (status !== 200) continue;
      const title = String(Number(threat.parse(JSON.parse(text)).title) + 1);
      const answer = await send(url, 'PATCH', path, { 'if-match': etag }, { title });
      if (answer.status === 503) account.unclear++;
      if (answer.status !== 200) continue;
      account.incremented++;
      return;
    }
  };

  const client = async (url: string): Promise<void> => {
    while (!ending.signal.aborted) {
      await create(url);
      await increment(url);
    }
  };

  const clients = urls.flatMap((url) =>
    Array.from({ length: clientsEach }, async () => await client(url)),
  );
  const until = async (isSo: () => boolean): Promise<void> => {
    while (!isSo()) await Promise.race([changed.promise, silent.promise]);
  };
  return {
    account,
    allWrote: async () => {
      const called = performance.now();
      await until(() => urls.every((url) => (written.get(url) ?? 0) >= called));
    },
    allRefused: async () => {
      const before = new Map(refusals);
      const isNew = (url: string) => (refusals.get(url) ?? 0) > (before.get(url) ?? 0);
      await until(() => urls.every(isNew));
    },
    stop: async () => {
      ending.abort();
      await Promise.all(clients);
    },
  };
};
