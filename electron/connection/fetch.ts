/** Sends a request and returns the response. Every layer of a connection has this type. */
export type Fetch = (request: Request) => Promise<Response>;
