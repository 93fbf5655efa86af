import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { answerSocket } from './answer-socket.ts';
import { Refusal } from './protocol/refusal.ts';

const refusals: Record<string, Refusal> = {
  ERR_HTTP_REQUEST_TIMEOUT: new Refusal('request_timeout', 'the request did not arrive in time'),
  HPE_HEADER_OVERFLOW: new Refusal('headers_too_large', 'the headers have more than 16 KiB'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: new Refusal('too_large', 'the chunk extensions are too large'),
};
const unreadable = new Refusal('validation_failed', 'the request is not valid HTTP');

/**
 * Sends a problem to clients whose requests Node cannot parse, because Node's own response has no body.
 */
export const refuseUnreadable = (server: Server): void => {
  const latest = new WeakMap<Duplex, ServerResponse>();
  server.prependListener('request', ({ socket }, outgoing: ServerResponse) => {
    latest.set(socket, outgoing);
  });
  server.on('clientError', (error: Error & { code?: string }, socket: Duplex) => {
    const outgoing = latest.get(socket);
    // Destroys the connection if a response is being sent, because the problem would become part of that
    // response.
    const isAnswering = outgoing?.headersSent === true && !outgoing.writableFinished;
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswering) socket.destroy();
    else answerSocket(socket, refusals[error.code ?? ''] ?? unreadable);
  });
};
