import type { Incoming } from './incoming.ts';
import { Refusal } from './refusal.ts';

type BodyLimit = {
  bytes: number;
  /**
   * The longest time, in milliseconds, that the body may take to arrive. If it is undefined, only the
   * limits of the connection apply.
   */
  ms?: number | undefined;
};

const largeBody = 2 ** 16;

/**
 * Reads the whole body. Throws 413 as soon as the body is known to be too large. The response to a body
 * that takes too long closes the connection, because the connection cannot be used for another request
 * before the rest of the body has arrived.
 */
export const readBody = async (
  { header, body }: Pick<Incoming, 'header' | 'body'>,
  { bytes, ms }: BodyLimit,
): Promise<Uint8Array> => {
  if (Number(header('content-length')) > bytes) throw tooLarge(bytes);
  if (!body) return new Uint8Array();
  const expired = Promise.withResolvers<never>();
  // If the timer is late, the data may have arrived already. `setImmediate` lets the service read this
  // data first.
  const expire = () => setImmediate(() => expired.reject(tooSlow(ms ?? 0)));
  const timer = ms === undefined ? undefined : setTimeout(expire, ms);
  try {
    return await Promise.race([
      collected(body, bytes, Number(header('content-length'))),
      expired.promise,
    ]);
  } finally {
    clearTimeout(timer);
  }
};

const collected = async (
  body: AsyncIterable<unknown>,
  maxBytes: number,
  announced: number,
): Promise<Uint8Array> => {
  // Chunks of a large body go directly into one buffer, because joining them would take twice the
  // memory.
  const whole = announced > largeBody ? Buffer.allocUnsafeSlow(announced) : undefined;
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    // Leaving the loop stops reading an oversized body. The HTTP server then discards the rest of it.
    for await (const chunk of body) {
      if (!(chunk instanceof Uint8Array)) throw new TypeError('a body is a stream of bytes');
      if (size + chunk.byteLength > (whole ? announced : maxBytes)) throw tooLarge(maxBytes);
      if (whole) whole.set(chunk, size);
      else chunks.push(chunk);
      size += chunk.byteLength;
    }
  } catch (error) {
    if (isBrokenOff(error)) throw new Refusal('invalid_json', 'the request body was cut off');
    throw error;
  }
  return whole ? whole.subarray(0, size) : Buffer.concat(chunks, size);
};

const tooLarge = (bytes: number) =>
  new Refusal('too_large', `the body may have at most ${bytes} bytes`);

const tooSlow = (ms: number) =>
  new Refusal('invalid_json', `the body did not arrive within ${ms / 1000} s`, {
    headers: { connection: 'close' },
  });

/** Tells if an error means that the client or its connection is gone. */
const isBrokenOff = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ECONNRESET';
