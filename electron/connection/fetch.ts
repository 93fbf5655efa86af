/**
 * Sends a standard request and returns the standard response. Every layer of a connection has this
 * type.
 */
export type Fetch = (request: Request) => Promise<Response>;
