import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { clientAddress } from './access/client-address.ts';
import type { Incoming } from './protocol/incoming.ts';
import type { Service } from './service.ts';

export type Listener = {
  /** `http://127.0.0.1:8080`, without the `/api/v1`. */
  url: string;
  /** Stops listening, and breaks off what is still under way after `graceMs`. */
  close: (graceMs?: number) => Promise<void>;
};

type Place = {
  host?: string;
  /** 0 takes a free one. */
  port: number;
  /** CIDR ranges of the proxies whose `X-Forwarded-For` is believed. */
  trustedProxies?: readonly string[];
};

const limits = {
  // A client that sends byte by byte holds a connection no longer than this.
  headersTimeout: 20_000,
  requestTimeout: 300_000,
  // Longer than a load balancer keeps a connection (60 s are usual): were it shorter, a request
  // could be sent on one that is being closed here.
  keepAliveTimeout: 75_000,
};

/** A client that reads nothing of its answer for so long is gone. */
const longestSilenceMs = 300_000;

export const listen = async (
  service: Service,
  { host = '127.0.0.1', port, trustedProxies = [] }: Place,
): Promise<Listener> => {
  const addressOf = clientAddress(trustedProxies);
  const server = createServer(limits, (incoming, outgoing) => {
    answer(service, incoming, outgoing, addressOf(incoming)).catch(() => {
      // The client is gone, or broke off its body: there is nobody to tell.
      outgoing.destroy();
    });
  });
  server.setTimeout(longestSilenceMs);
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

/**
 * Node's own way to close cuts off an answer that is written but not yet sent, and waits on each
 * connection that was in use until it has been idle for long.
 */
const gracefulClose = (server: Server): Listener['close'] => {
  const idle = new Set<Socket>();
  server.on('connection', (socket) => {
    idle.add(socket);
    socket.once('close', () => idle.delete(socket));
  });
  server.prependListener('request', ({ socket }: IncomingMessage, outgoing: ServerResponse) => {
    idle.delete(socket);
    outgoing.once('close', () => {
      if (!server.listening) socket.end();
      else if (!socket.destroyed) idle.add(socket);
    });
  });
  return async (graceMs = 10_000) => {
    const breakOff = setTimeout(() => server.closeAllConnections(), graceMs);
    await new Promise((resolve) => {
      NetServer.prototype.close.call(server, resolve);
      for (const socket of idle) socket.destroy();
    });
    clearTimeout(breakOff);
  };
};

const answer = async (
  service: Service,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  address: string | undefined,
): Promise<void> => {
  const { status, headers, body } = await service.answer(requestOf(incoming, address));
  outgoing.writeHead(status, headers).end(body);
  if (!incoming.complete) discardRest(incoming);
};

const requestOf = (incoming: IncomingMessage, address: string | undefined): Incoming => {
  const { method = 'GET', url = '/', headers } = incoming;
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
    hasLeft: () => incoming.socket.destroyed,
  };
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
