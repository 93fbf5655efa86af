import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { problemAnswer } from './protocol/problem-answer.ts';
import type { Refusal } from './protocol/refusal.ts';

/**
 * Sends a problem response directly on a connection whose request was not parsed, and closes the
 * connection.
 */
export const answerSocket = (socket: Duplex, refusal: Refusal): void => {
  const requestId = randomUUID();
  const { status, headers, body } = problemAnswer(refusal, requestId);
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'connection: close',
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    `x-request-id: ${requestId}`,
    `content-length: ${Buffer.byteLength(body ?? '')}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body ?? ''}`, () => socket.destroy());
};
