import { expect, it } from 'vitest';
import { requestFromWire, requestToWire, responseFromWire, responseToWire } from './port-wire.ts';

/** Every byte value, in a sequence that is not valid text in any encoding. */
const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => (index * 7 + (index >> 8)) % 256);

it('carries the bytes of a request and of an answer unchanged', async () => {
  const address = 'http://service.invalid/api/v1/threat-models/otm/c1';
  const headers = { 'content-type': 'application/zip', 'x-of': 'ours' };
  const sent = new Request(address, { method: 'POST', headers, body: bytes });
  const request = requestFromWire(structuredClone(await requestToWire(1, sent)));
  expect(request.method).toBe('POST');
  expect(request.url).toBe(address);
  expect(Object.fromEntries(request.headers)).toMatchObject(headers);
  expect(new Uint8Array(await request.arrayBuffer())).toEqual(bytes);

  const answered = new Response(bytes, { status: 201, headers: { 'content-type': 'image/png' } });
  const response = responseFromWire(structuredClone(await responseToWire(1, answered)));
  expect(response.status).toBe(201);
  expect(response.headers.get('content-type')).toBe('image/png');
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
});

it('keeps an absent body absent', async () => {
  const response = responseFromWire(await responseToWire(1, new Response(null, { status: 204 })));
  expect(response.status).toBe(204);
  expect(response.body).toBeNull();
});
