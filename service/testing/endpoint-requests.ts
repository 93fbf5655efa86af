/** A request in a table of requests. */
export type EndpointRequest = { method: string; path: string; json?: unknown };
