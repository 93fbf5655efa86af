/** A request in a table, for tests that send many requests. */
export type EndpointRequest = { method: string; path: string; json?: unknown };
