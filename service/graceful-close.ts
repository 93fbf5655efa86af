import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate, setTimeout as pause } from 'node:timers/promises';

type CloseTimeouts = {
  /**
   * The time, in milliseconds, for which the server still accepts new connections after the call. Each
   * of these connections gets one response and is then closed. By default, the time is 0.
   */
  drainMs?: number;
  /**
   * The time, in milliseconds, that requests in progress have to complete after `drainMs` has passed.
   * Then all remaining connections are closed, which aborts their requests.
   */
  graceMs?: number;
};

/**
 * The time, in milliseconds, after which a connection without a request is destroyed, counted from the
 * moment at which the server stops listening. Without this limit, a client could delay the close by
 * never sending a request, or by leaving its side of an ended connection open.
 */
const longestGoodbyeMs = 1000;

/**
 * Returns a function that closes a server without resetting connections. The function completes the
 * requests in progress, and makes their clients use a new connection for the next request.
 *
 * Node's own `close` is not used, because it cuts off a response that is written but not yet sent. It
 * also keeps connections with a request in progress open after the response, until their keep-alive
 * timeout.
 */
export const gracefulClose = (server: Server): ((timeouts?: CloseTimeouts) => Promise<void>) => {
  let isEnding = false;
  let accepted = 0;
  const unused = new WeakSet<Socket>();
  const idle = new Set<Socket>();
  const unfinished = new Set<ServerResponse>();
  server.on('connection', (socket) => {
    accepted++;
    unused.add(socket);
    idle.add(socket);
    socket.once('close', () => idle.delete(socket));
  });
  server.prependListener('request', ({ socket }, outgoing: ServerResponse) => {
    unused.delete(socket);
    idle.delete(socket);
    unfinished.add(outgoing);
    if (isEnding) makeLast(outgoing);
    outgoing.once('close', () => {
      unfinished.delete(outgoing);
      if (!server.listening) socket.end();
      else if (!socket.destroyed) idle.add(socket);
    });
  });

  /**
   * Waits until the server has accepted the connections that have arrived, because closing the listener
   * would reset them.
   */
  const acceptArrived = async (): Promise<void> => {
    let quiet = 0;
    for (let round = 0; round < 100 && quiet < 3; round++) {
      const before = accepted;
      await setImmediate();
      quiet = accepted === before ? quiet + 1 : 0;
    }
  };

  const sayGoodbye = (socket: Socket): void => {
    // Does not end a connection on which no request has arrived, because its first request may already
    // be on its way.
    if (!unused.has(socket)) socket.end();
    setTimeout(() => {
      if (idle.has(socket)) socket.destroy();
    }, longestGoodbyeMs).unref();
  };

  return async ({ drainMs = 0, graceMs = 10_000 } = {}) => {
    isEnding = true;
    for (const outgoing of unfinished) makeLast(outgoing);
    await pause(drainMs);
    await acceptArrived();
    const breakOff = setTimeout(() => server.closeAllConnections(), graceMs);
    await new Promise((resolve) => {
      NetServer.prototype.close.call(server, resolve);
      for (const socket of idle) sayGoodbye(socket);
    });
    clearTimeout(breakOff);
  };
};

const makeLast = (outgoing: ServerResponse): void => {
  if (!outgoing.headersSent) outgoing.setHeader('connection', 'close');
};
