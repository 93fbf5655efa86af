const mebibyte = 2 ** 20;

/**
 * Limits for one client. The contract has the limits for bodies, `documents-in-workers.ts` has the
 * limits for documents, and `shared/otm/limits.ts` has the limits for OTM files.
 */
export type Limits = {
  /** The time in which a body without a token has to arrive. */
  openBodyMs: number;
  /** The number of connections from one address, except trusted proxies, which have no limit. */
  connections: number;
  /** The number of pipelined requests that can wait for an earlier response on their connection. */
  pipelined: number;
  address: Share;
  /** Limits for an API token, across its access tokens. */
  token: Share & {
    /**
     * The number of requests of a token that are served at the same time, even if many other tokens are
     * in use.
     */
    minAtOnce: number;
    /**
     * The number of requests that can wait for other requests of the token. Further ones are rejected.
     */
    waiting: number;
    /**
     * The bytes of the token's request bodies and unread responses. A request that would exceed this
     * limit waits, unless the token has no other request in progress.
     */
    bytes: number;
  };
};

type Share = {
  /** Requests per second, averaged over ten seconds. */
  rate: number;
  /**
   * The number of requests that are being served, or whose responses are being sent, at the same time.
   */
  atOnce: number;
};

/**
 * The default limits. The desktop app stays below them: it has at most six requests in progress, and
 * sends many changes in one request. Rates are unlimited, because the built-in service has only one
 * client, the app. `serve` sets rates.
 */
export const usualLimits: Limits = {
  openBodyMs: 10_000,
  connections: 256,
  pipelined: 64,
  address: { rate: Infinity, atOnce: 256 },
  token: { rate: Infinity, atOnce: 16, minAtOnce: 4, waiting: 128, bytes: 64 * mebibyte },
};
