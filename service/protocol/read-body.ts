import { Refusal } from './refusal.ts';

/** The whole body, or 413 as soon as it is known to be longer than `limit` bytes. */
export const readBody = async (request: Request, limit: number): Promise<Uint8Array> => {
  const tooLarge = () => new Refusal('too_large', `the body may have at most ${limit} bytes`);
  if (Number(request.headers.get('content-length')) > limit) throw tooLarge();
  if (!request.body) return new Uint8Array();

  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop cancels the stream, so that what is too large is not read to its end.
  for await (const chunk of request.body) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError('a body is a stream of bytes');
    size += chunk.byteLength;
    if (size > limit) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
};
