const mebibyte = 2 ** 20;

/**
 * Limits for one client. The contract has the limits for bodies, `documents-in-workers.ts` has the
 * limits for documents, and `shared/otm/limits.ts` has the limits for OTM files.
 */
export type Limits = {
  /** The time in which a body without a token has to arrive. */
  openBodyMs: number;
  /** Connections from one address, unless it is a trusted proxy. */
  connections: number;
  /** Pipelined requests that wait for an earlier response on their connection. */
  pipelined: number;
  address: Share;
  /** Limits for an API token, across its access tokens. */
  token: Share & {
    /**
     * The number of requests that a token can have served at the same time, even if many other tokens are
     * in use.
     */
    minAtOnce: number;
    /** Requests that wait for another request of the token. Further ones are rejected. */
    waiting: number;
    /**
     * Bytes of request bodies and unread responses. A request that would exceed them waits, unless
     * the token has no other.
     */
    bytes: number;
  };
};

type Share = {
  /** Requests per second, averaged over ten seconds. */
  rate: number;
  /** Requests that are served or delivered at the same time. */
  atOnce: number;
};

/**
 * The desktop app has six requests in progress at a time, and sends many changes in one request.
 * Rates are unlimited unless `serve` sets them: the embedded service has a single client, the app.
 */
export const usualLimits: Limits = {
  openBodyMs: 10_000,
  connections: 256,
  pipelined: 64,
  address: { rate: Infinity, atOnce: 256 },
  token: { rate: Infinity, atOnce: 16, minAtOnce: 4, waiting: 128, bytes: 64 * mebibyte },
};
