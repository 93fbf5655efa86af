import { batchLimit, batchLimitHeader } from '#shared/api/batch.ts';
import type { Answer, FileAnswer } from './answer.ts';

export type Outgoing = {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer> | null;
  /** The sender of the response must call this when the client has read the response or is gone. */
  delivered?: () => void;
};

/**
 * The most characters of a body that is sent as text. A longer text is converted to bytes, because Node
 * keeps three bytes for each character of unread text. Shorter text is not converted, because Node sends
 * text faster.
 */
const largeText = 16 * 1024;

/** Returns a response to send. HEAD gets the headers only. */
export const toOutgoing = (
  { status, headers, body }: Answer | FileAnswer,
  method: string,
  requestId: string,
): Outgoing => {
  const isRead = method === 'GET' || method === 'HEAD';
  const sent = typeof body === 'string' && body.length > largeText ? Buffer.from(body) : body;
  return {
    status,
    headers: {
      // Clients may cache records but have to revalidate them by ETag. Tokens and writes are not
      // cached.
      'cache-control': isRead ? 'private, no-cache' : 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': requestId,
      [batchLimitHeader]: `${batchLimit}`,
      ...(sent !== null && { 'content-length': String(Buffer.byteLength(sent)) }),
      ...headers,
    },
    body: method === 'HEAD' ? null : sent,
  };
};

export const toResponse = ({ status, headers, body }: Outgoing): Response =>
  new Response(body, { status, headers });
