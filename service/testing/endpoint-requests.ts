/** A request for tests that send many, listed in tables. */
export type EndpointRequest = { method: string; path: string; json?: unknown };
