import { randomUUID } from 'node:crypto';
import type { Fetch } from './fetch.ts';

type Dependencies = {
  /** `createNetwork`'s, which follows no redirect and keeps no cookie. */
  network: (url: string, init: RequestInit) => Promise<Response>;
};

const atOnce = 6;
/** Without an answer, or without the next part of one, for this long, there will be none. */
const silenceMs = 30_000;
/** What even a slow line carries. */
const uploadBytesPerMs = 16;

/**
 * The requests of one connection over the network: each with an id to find it by in the service's
 * log, at most six at a time, given up when nothing comes, and ended when nobody wants the answer
 * any more. The answer is read whole, so that a line that dies in the middle of one is noticed.
 */
export const createRemoteFetch = ({ network }: Dependencies): Fetch => {
  const enter = createGate(atOnce);

  return async (request) => {
    const body = request.body === null ? null : await request.arrayBuffer();
    const leave = await enter(request.signal);
    const silence = watchSilence();
    try {
      silence.allow(silenceMs + (body?.byteLength ?? 0) / uploadBytesPerMs);
      const response = await network(request.url, {
        method: request.method,
        headers: { 'x-request-id': randomUUID(), ...Object.fromEntries(request.headers) },
        body,
        signal: AbortSignal.any([request.signal, silence.signal]),
      });
      return await readWhole(response, () => silence.allow(silenceMs));
    } finally {
      silence.end();
      leave();
    }
  };
};

const readWhole = async (response: Response, arrived: () => void): Promise<Response> => {
  const { status, statusText, headers } = response;
  if (!response.body) return new Response(null, { status, statusText, headers });
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const part of response.body) {
    arrived();
    parts.push(new Uint8Array(part));
  }
  // With these statuses not even an empty body may be given.
  const body = [204, 205, 304].includes(status) ? null : new Blob(parts);
  return new Response(body, { status, statusText, headers });
};

const watchSilence = () => {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  return {
    signal: controller.signal,
    allow: (ms: number): void => {
      clearTimeout(timer);
      timer = setTimeout(
        () => controller.abort(new DOMException('Nothing was answered', 'TimeoutError')),
        ms,
      );
    },
    end: (): void => clearTimeout(timer),
  };
};

/** Lets so many in at a time, in the order they came; whoever gives up waiting is let go. */
const createGate = (places: number) => {
  let free = places;
  const waiting: (() => void)[] = [];

  const leave = (): void => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };

  return async (signal: AbortSignal): Promise<() => void> => {
    signal.throwIfAborted();
    if (free > 0) {
      free -= 1;
      return leave;
    }
    return await new Promise((resolve, reject) => {
      const takeTurn = (): void => {
        signal.removeEventListener('abort', giveUp);
        resolve(leave);
      };
      const giveUp = (): void => {
        waiting.splice(waiting.indexOf(takeTurn), 1);
        reject(new DOMException('The request was cancelled', 'AbortError'));
      };
      signal.addEventListener('abort', giveUp, { once: true });
      waiting.push(takeTurn);
    });
  };
};
