/** A request as the service needs it, whichever way it came. */
export type Incoming = {
  method: string;
  /** Path and query, as they were sent, or a whole URL. */
  target: string;
  /** The value of a header by its name in lower case; several are joined by commas. */
  header: (name: string) => string | null;
  body: AsyncIterable<unknown> | null;
  /** The client's address, as far as it is known: allow-lists and failed logins go by it. */
  address: string | undefined;
  /** Whether nobody waits for the answer any more. */
  hasLeft: () => boolean;
};

export const incomingOf = (request: Request, address: string | undefined): Incoming => ({
  method: request.method,
  target: request.url,
  header: (name) => request.headers.get(name),
  body: request.body,
  address,
  hasLeft: () => request.signal.aborted,
});
