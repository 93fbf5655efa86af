import type { Incoming } from './incoming.ts';
import { Refusal } from './refusal.ts';

/** The whole body, or 413 as soon as it is known to be longer than `limit` bytes. */
export const readBody = async ({ header, body }: Incoming, limit: number): Promise<Uint8Array> => {
  const tooLarge = () => new Refusal('too_large', `the body may have at most ${limit} bytes`);
  if (Number(header('content-length')) > limit) throw tooLarge();
  if (!body) return new Uint8Array();

  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    // Leaving the loop cancels the stream, so that what is too large is not read to its end.
    for await (const chunk of body) {
      if (!(chunk instanceof Uint8Array)) throw new TypeError('a body is a stream of bytes');
      size += chunk.byteLength;
      if (size > limit) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    if (isBrokenOff(error)) throw new Refusal('invalid_json', 'the body broke off');
    throw error;
  }
  return Buffer.concat(chunks, size);
};

/** The client is gone, or its connection. */
const isBrokenOff = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ECONNRESET';
