import { bodyLimit } from '#shared/api/endpoint.ts';
import { Refusal } from '../../protocol/refusal.ts';

/** After a longer wait, clients and a graceful shutdown would give up. */
const longestMs = 10_000;
/**
 * The limit for the sum of all responses without the last one. Each response may contain a whole canvas.
 */
const maxBytes = 2 * bodyLimit;

type BatchBounds = {
  /** Adds the size of a response. */
  count: (body: string | Uint8Array | null) => void;
  /** Throws if the batch is too large or takes too long. The client can send the remaining parts again. */
  check: () => void;
};

/** Starts the limits of one batch. */
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
