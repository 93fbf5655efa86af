/** A request by hand, as a table of them has it. */
export type EndpointRequest = { method: string; path: string; json?: unknown };
