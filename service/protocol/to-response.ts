import { batchLimit, batchLimitHeader } from '#shared/api/batch.ts';
import type { Answer, FileAnswer } from './answer.ts';

export type Outgoing = {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer> | null;
};

/** An answer as it is sent; to HEAD with the headers alone. */
export const toOutgoing = (
  { status, headers, body }: Answer | FileAnswer,
  method: string,
  requestId: string,
): Outgoing => {
  const isRead = method === 'GET' || method === 'HEAD';
  return {
    status,
    headers: {
      // Records may be kept but are asked for again, by their ETag; tokens and writes are not kept.
      'cache-control': isRead ? 'private, no-cache' : 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': requestId,
      [batchLimitHeader]: `${batchLimit}`,
      ...(body !== null && { 'content-length': String(Buffer.byteLength(body)) }),
      ...headers,
    },
    body: method === 'HEAD' ? null : body,
  };
};

export const toResponse = ({ status, headers, body }: Outgoing): Response =>
  new Response(body, { status, headers });
