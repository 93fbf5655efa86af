import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { listOf } from './access/address-list.ts';
import { clientAddress } from './access/client-address.ts';
import { discardRest } from './discard-rest.ts';
import { gracefulClose } from './graceful-close.ts';
import { limitConnections } from './limits/limit-connections.ts';
import { usualLimits, type Limits } from './limits/limits.ts';
import { oneAtATime } from './limits/one-at-a-time.ts';
import type { Incoming } from './protocol/incoming.ts';
import type { Service } from './service.ts';
import { refuseUnreadable } from './unreadable-requests.ts';

export type Listener = {
  /** The URL of the server without the path `/api/v1`, such as `http://127.0.0.1:8080`. */
  url: string;
  /**
   * Stops listening, and completes requests in progress. Aborts the requests that are not done after the
   * grace period.
   */
  close: ReturnType<typeof gracefulClose>;
};

type ListenOptions = {
  host?: string;
  /** The port to listen on. With 0, the operating system picks a free port. */
  port: number;
  /** CIDR ranges of the proxies whose `X-Forwarded-For` is trusted. */
  trustedProxies?: readonly string[];
  limits?: Limits;
};

const timeouts = {
  // The first two timeouts limit the time for which a client that sends byte by byte can occupy a
  // connection.
  headersTimeout: 20_000,
  requestTimeout: 300_000,
  // This time is longer than a load balancer keeps an idle connection open (usually 60 s). Otherwise the
  // load balancer could send a request on a connection that the service is closing.
  keepAliveTimeout: 75_000,
};

/**
 * The longest time, in milliseconds, that a client may read nothing of its response before it is
 * disconnected.
 */
const longestSilenceMs = 300_000;

export const listen = async (
  service: Service,
  { host = '127.0.0.1', port, trustedProxies = [], limits = usualLimits }: ListenOptions,
): Promise<Listener> => {
  const addressOf = clientAddress(trustedProxies);
  const inOrder = oneAtATime(limits.pipelined);
  const server = createServer(timeouts, (incoming, outgoing) => {
    inOrder(incoming, outgoing, () => {
      answer(service, incoming, outgoing, addressOf(incoming)).catch(() => {
        // The client is gone or aborted its body, so nobody can receive a response.
        outgoing.destroy();
      });
    });
  });
  server.setTimeout(longestSilenceMs);
  limitConnections(server, { max: limits.connections, isProxy: listOf(trustedProxies).check });
  refuseUnreadable(server);
  const close = gracefulClose(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return { url: urlOf(server), close };
};

const urlOf = (server: Server): string => {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('not a TCP address');
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
};

const answer = async (
  service: Service,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  address: string | undefined,
): Promise<void> => {
  const closed = new Promise((resolve) => outgoing.once('close', resolve));
  const request = requestOf(incoming, outgoing, address);
  const { status, headers, body, delivered } = await service.answer(request);
  if (delivered) void closed.then(delivered);
  outgoing.writeHead(status, headers).end(body);
  if (!incoming.complete) discardRest(incoming);
};

const requestOf = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  address: string | undefined,
): Incoming => {
  const { method = 'GET', url = '/', headers } = incoming;
  let signal: AbortSignal | undefined;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return {
    method,
    target: url,
    header: (name) => {
      const value = headers[name];
      return Array.isArray(value) ? value.join(', ') : (value ?? null);
    },
    body: hasBody ? incoming.iterator({ destroyOnReturn: false }) : null,
    address,
    get signal() {
      signal ??= leaving(incoming, outgoing);
      return signal;
    },
  };
};

/** Returns a signal that aborts if the client disconnects before it has the whole response. */
const leaving = ({ socket }: IncomingMessage, outgoing: ServerResponse): AbortSignal => {
  const left = new AbortController();
  if (socket.destroyed) left.abort();
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) left.abort();
  });
  return left.signal;
};
