/** The form in which requests and responses go through message ports. */
export type WireRequest = {
  id: number;
  method: string;
  url: string;
  headers: [string, string][];
  body: Uint8Array<ArrayBuffer> | null;
};

export type WireResponse = {
  id: number;
  status: number;
  headers: [string, string][];
  body: Uint8Array<ArrayBuffer> | null;
};

/**
 * A file that the person will probably import next, which the service reads while the import dialog is
 * open. `null` cancels this. There is no response.
 */
export type ReadAhead = { readAhead: Uint8Array<ArrayBuffer> | null };

export const requestToWire = async (id: number, request: Request): Promise<WireRequest> => ({
  id,
  method: request.method,
  url: request.url,
  headers: [...request.headers],
  body: request.body ? new Uint8Array(await request.arrayBuffer()) : null,
});

export const requestFromWire = (wire: WireRequest): Request =>
  new Request(wire.url, {
    method: wire.method,
    headers: wire.headers,
    body: wire.body,
  });

export const responseToWire = async (id: number, response: Response): Promise<WireResponse> => ({
  id,
  status: response.status,
  headers: [...response.headers],
  body: response.body ? new Uint8Array(await response.arrayBuffer()) : null,
});

export const responseFromWire = (wire: WireResponse): Response =>
  new Response(wire.body, {
    status: wire.status,
    headers: wire.headers,
  });
