import type { Answer } from './answer.ts';

/** An answer as it is sent; to HEAD with the headers alone. */
export const toResponse = (
  { status, headers, body }: Answer,
  method: string,
  requestId: string,
): Response => {
  const isRead = method === 'GET' || method === 'HEAD';
  return new Response(method === 'HEAD' ? null : body, {
    status,
    headers: {
      // Records may be kept but are asked for again, by their ETag; tokens and writes are not kept.
      'cache-control': isRead ? 'private, no-cache' : 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': requestId,
      ...(body !== null && { 'content-length': String(Buffer.byteLength(body)) }),
      ...headers,
    },
  });
};
