import { bodyLimit } from '#shared/api/endpoint.ts';
import { Refusal } from '../../protocol/refusal.ts';

/**
 * The longest time, in milliseconds, that the parts of a batch may take before the next part is
 * rejected. The time is limited, because neither a client nor a graceful shutdown waits longer for the
 * response.
 */
const longestMs = 10_000;
/**
 * The number of bytes that the responses of a batch may have before the next part is rejected. The
 * number is limited, because each response can contain a whole canvas.
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
