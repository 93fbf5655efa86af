const mebibyte = 2 ** 20;

/**
 * Limits for one client. The contract has the limits for bodies, `documents-in-workers.ts` has the
 * limits for documents, and `shared/otm/limits.ts` has the limits for OTM files.
 */
export type Limits = {
  /**
   * The longest time, in milliseconds, that the body of a request without a token may take to arrive.
   */
  openBodyMs: number;
  /** The most connections from one address. Trusted proxies have no limit. */
  connections: number;
  /** The most pipelined requests that can wait for an earlier response on their connection. */
  pipelined: number;
  address: Share;
  /** Limits for an API token. Requests with any of its access tokens count. */
  token: Share & {
    /**
     * The number of requests of a token that can always be served at the same time, even if many other
     * tokens are in use.
     */
    minAtOnce: number;
    /**
     * The most requests that can wait for other requests of the token. Further requests are rejected.
     */
    waiting: number;
    /**
     * The most bytes that the request bodies and unread responses of the token can have together. A
     * request that would exceed this limit waits, unless the token has no other request in progress.
     */
    bytes: number;
  };
};

type Share = {
  /** The most requests per second, averaged over ten seconds. */
  rate: number;
  /**
   * The most requests that can be in progress at the same time. A request is in progress until its
   * response has been sent.
   */
  atOnce: number;
};

/**
 * The default limits. The desktop app stays below them, because it has at most six requests in progress,
 * and sends many changes in one request. Rates are unlimited, because the built-in service has only one
 * client, the app. `serve` sets rates.
 */
export const usualLimits: Limits = {
  openBodyMs: 10_000,
  connections: 256,
  pipelined: 64,
  address: { rate: Infinity, atOnce: 256 },
  token: { rate: Infinity, atOnce: 16, minAtOnce: 4, waiting: 128, bytes: 64 * mebibyte },
};
