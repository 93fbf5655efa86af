/** Sends a standard request and returns the standard response. Connections are built of these. */
export type Fetch = (request: Request) => Promise<Response>;
