import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Service } from './service.ts';

export type Listener = {
  /** `http://127.0.0.1:8080`, without the `/api/v1`. */
  url: string;
  /** Stops listening and waits for the requests under way. */
  close: () => Promise<void>;
};

/** Serves over HTTP; port 0 takes a free one. */
export const listen = async (
  service: Service,
  { host = '127.0.0.1', port }: { host?: string; port: number },
): Promise<Listener> => {
  const server = createServer((incoming, outgoing) => {
    answer(service, incoming, outgoing).catch(() => {
      // The client is gone, or broke off its body: there is nobody to tell.
      outgoing.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('not a TCP address');
  return {
    url: `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`,
    close: async () => {
      await new Promise<void>((resolve, reject) => {
        server.close((error) => {
          if (error) reject(error);
          else resolve();
        });
        server.closeIdleConnections();
      });
    },
  };
};

const answer = async (
  service: Service,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> => {
  const request = toRequest(incoming);
  if (!request) {
    outgoing.writeHead(400).end();
    return;
  }
  const address = incoming.socket.remoteAddress;
  const response = await service.fetch(request, address === undefined ? {} : { address });
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body) await pipeline(Readable.fromWeb(response.body), outgoing);
  else outgoing.end();
  if (!incoming.complete) discardRest(incoming);
};

const mostDiscarded = 100 * 2 ** 20;

/**
 * Reads on what is left of a refused body. Closing at once would reset the connection while the
 * client still sends, and it would never read why it was refused.
 */
const discardRest = (incoming: IncomingMessage): void => {
  let left = mostDiscarded;
  incoming.on('data', (chunk: Buffer) => {
    left -= chunk.byteLength;
    if (left < 0) incoming.destroy();
  });
  incoming.on('error', () => incoming.destroy());
  incoming.resume();
};

/** Nothing for what cannot be a Request, such as a TRACE or an impossible target. */
const toRequest = (incoming: IncomingMessage): Request | undefined => {
  const { method = 'GET', url = '/', rawHeaders } = incoming;
  const headers = new Headers();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '');
  }
  // The Host header is the client's to choose, and nothing here depends on it.
  const target = url.startsWith('/') ? `http://service${url}` : url;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  try {
    return new Request(target, {
      method,
      headers,
      ...(hasBody && {
        body: ReadableStream.from(incoming.iterator({ destroyOnReturn: false })),
        duplex: 'half',
      }),
    });
  } catch {
    return undefined;
  }
};
