/** A request as the service needs it, independent of its source. */
export type Incoming = {
  method: string;
  /** Path and query as sent, or a whole URL. */
  target: string;
  /** Returns a header by its lowercase name. Several values are joined by commas. */
  header: (name: string) => string | null;
  body: AsyncIterable<unknown> | null;
  /** The client's address if it is known, for allow lists and login limits. */
  address: string | undefined;
  /** Aborts when nobody is waiting for the response anymore. */
  readonly signal: AbortSignal;
};

export const incomingOf = (request: Request, address: string | undefined): Incoming => ({
  method: request.method,
  target: request.url,
  header: (name) => request.headers.get(name),
  body: request.body,
  address,
  signal: request.signal,
});
