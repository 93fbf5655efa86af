import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { Redirected, type Network } from './network.ts';

/** A request of the desktop thread. */
export type NetworkRequest = {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: ArrayBuffer | null;
};

/** The parts of a response, in this order. The last message is `end` or `failed`. */
type Answer =
  | { name: 'head'; status: number; headers: [string, string][]; hasBody: boolean }
  | { name: 'chunk'; bytes: Uint8Array<ArrayBuffer> }
  | { name: 'end' }
  | { name: 'failed'; error: unknown; redirectedTo: string | null };

/**
 * Sends a request of the desktop thread, because only the main thread has Chromium's network. Passes
 * each part of the response on as it arrives. A message from the thread aborts the request.
 */
export const serveRequest = async (
  network: Network,
  { url, ...init }: NetworkRequest,
  port: MessagePort,
): Promise<void> => {
  const aborted = new AbortController();
  port.on('message', () => aborted.abort());
  const answer = (part: Answer): void => port.postMessage(part);
  try {
    const response = await network(url, { ...init, signal: aborted.signal });
    const { status, headers, body } = response;
    answer({ name: 'head', status, headers: [...headers], hasBody: body !== null });
    const chunks: AsyncIterable<Uint8Array<ArrayBuffer>> | null = body;
    for await (const bytes of chunks ?? []) answer({ name: 'chunk', bytes });
    answer({ name: 'end' });
  } catch (error) {
    const redirectedTo = error instanceof Redirected ? error.to : null;
    answer({ name: 'failed', error: copyable(error), redirectedTo });
  } finally {
    port.close();
  }
};

/** Returns an error that can be copied to another thread. Its message keeps Chromium's error name. */
const copyable = (error: unknown): Error =>
  error instanceof Error ? new Error(error.message) : new Error(String(error));

/**
 * Returns the network for the desktop thread. `ask` passes a request to `serveRequest` in the main
 * thread.
 */
export const networkThrough =
  (ask: (request: NetworkRequest, port: MessagePort) => void): Network =>
  (url, { method = 'GET', headers, body = null, signal }) =>
    new Promise((resolve, reject) => {
      if (body !== null && !(body instanceof ArrayBuffer)) throw new TypeError('Not bytes');
      signal?.throwIfAborted();
      const { port1, port2 } = new MessageChannel();
      let stream: ReadableStreamDefaultController<Uint8Array> | null = null;
      const fail = (cause: unknown): void => {
        const error = cause instanceof Error ? cause : new Error(String(cause));
        reject(error);
        stream?.error(error);
        stream = null;
      };
      const abort = (): void => {
        port1.postMessage('abort');
        fail(signal?.reason);
      };
      port1.on('message', (part: Answer) => {
        if (part.name === 'head') {
          const { status, headers: received, hasBody } = part;
          const bytes = new ReadableStream<Uint8Array>({
            start: (controller) => void (stream = controller),
            cancel: () => {
              stream = null;
              port1.postMessage('abort');
            },
          });
          resolve(new Response(hasBody ? bytes : null, { status, headers: received }));
        } else if (part.name === 'chunk') stream?.enqueue(part.bytes);
        else if (part.name === 'failed') {
          fail(part.redirectedTo === null ? part.error : new Redirected(part.redirectedTo));
        } else {
          stream?.close();
          stream = null;
        }
      });
      port1.once('close', () => {
        signal?.removeEventListener('abort', abort);
        fail(new Error('The request was not answered'));
      });
      signal?.addEventListener('abort', abort, { once: true });
      const sent = Object.fromEntries(new Headers(headers));
      ask({ url, method, headers: sent, body }, port2);
    });
