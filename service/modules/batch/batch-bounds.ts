import { bodyLimit } from '#shared/api/endpoint.ts';
import { Refusal } from '../../protocol/refusal.ts';

/** The longest time of a batch. Clients and a graceful shutdown would not wait longer. */
const longestMs = 10_000;
/**
 * The most bytes of responses after which the next part is still served, because each response can
 * contain a whole canvas.
 */
const maxBytes = 2 * bodyLimit;

type BatchBounds = {
  /** Adds the size of a response to that of the batch. */
  count: (body: string | Uint8Array | null) => void;
  /**
   * Throws 429 if the parts so far are too large or took too long. The client can send the next part
   * again.
   */
  check: () => void;
};

/** Starts to measure the time and size of a batch. */
export const batchBounds = (): BatchBounds => {
  const begun = performance.now();
  let bytes = 0;
  return {
    count: (body) => {
      bytes += body === null ? 0 : Buffer.byteLength(body);
    },
    check: () => {
      if (bytes > maxBytes) throw leftOut('the responses before it are too large');
      if (performance.now() - begun > longestMs) throw leftOut('the parts before it took too long');
    },
  };
};

const leftOut = (why: string): Refusal =>
  new Refusal('rate_limited', `this part of the batch was skipped: ${why}`, {
    headers: { 'retry-after': '1' },
  });
