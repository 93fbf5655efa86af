import { bodyLimit } from '#shared/api/endpoint.ts';
import { Refusal } from '../../protocol/refusal.ts';

/**
 * How long, in milliseconds, the parts of a batch may take before the next part is rejected. Clients and
 * a graceful shutdown would not wait longer.
 */
const longestMs = 10_000;
/**
 * How many bytes the responses of a batch may have before the next part is rejected. There is a limit,
 * because each response can contain a whole canvas.
 */
const maxBytes = 2 * bodyLimit;

type BatchBounds = {
  /** Adds the size of a response to the total size of the responses. */
  count: (body: string | Uint8Array | null) => void;
  /**
   * Throws 429 if the responses so far are too large, or the parts so far took too long. The client can
   * send the rejected part again.
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
