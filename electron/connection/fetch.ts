/** What a connection is made of: the standard request in, the standard response out. */
export type Fetch = (request: Request) => Promise<Response>;
