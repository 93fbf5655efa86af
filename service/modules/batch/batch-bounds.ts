import { bodyLimit } from '#shared/api/endpoint.ts';
import { Refusal } from '../../protocol/refusal.ts';

/** A client that hears nothing for longer gives up, and so does a service that is to end. */
const longestMs = 10_000;
/** Of the answers but for the last: each may carry a whole canvas. */
const mostBytes = 2 * bodyLimit;

type BatchBounds = {
  /** Counts an answer by its body. */
  count: (body: string | Uint8Array | null) => void;
  /** Refuses what would make the batch larger or longer; it can be sent again. */
  check: () => void;
};

/** The bounds of one batch, which begins now. */
export const batchBounds = (): BatchBounds => {
  const begun = performance.now();
  let bytes = 0;
  return {
    count: (body) => {
      bytes += body === null ? 0 : Buffer.byteLength(body);
    },
    check: () => {
      if (bytes > mostBytes) throw leftOut('the answers before it are too large');
      if (performance.now() - begun > longestMs) throw leftOut('those before it took too long');
    },
  };
};

const leftOut = (why: string): Refusal =>
  new Refusal('rate_limited', `this part was left out of the batch: ${why}`, {
    headers: { 'retry-after': '1' },
  });
