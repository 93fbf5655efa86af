import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Line = { isBusy: boolean; waiting: (() => void)[] };

/**
 * Returns a function that serves the requests of a connection one after another, each after the previous
 * response was sent. Otherwise Node would serve all requests that have arrived, and buffer the responses
 * that the client does not read. A connection with too many waiting requests is closed.
 */
export const oneAtATime = (
  maxWaiting: number,
): ((incoming: IncomingMessage, outgoing: ServerResponse, serve: () => void) => void) => {
  const lines = new WeakMap<Socket, Line>();
  return ({ socket }, outgoing, serve) => {
    const line = lines.get(socket) ?? { isBusy: false, waiting: [] };
    lines.set(socket, line);
    if (socket.destroyed) return;
    if (line.waiting.length >= maxWaiting) {
      line.waiting.length = 0;
      socket.destroy();
      return;
    }
    outgoing.once('close', () => {
      const next = socket.destroyed ? undefined : line.waiting.shift();
      line.isBusy = next !== undefined;
      next?.();
    });
    if (line.isBusy) {
      line.waiting.push(serve);
      return;
    }
    line.isBusy = true;
    serve();
  };
};
