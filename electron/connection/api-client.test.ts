import { expect, it } from 'vitest';
import { createApiClient, type SyncClient } from './api-client.ts';

/** A client whose service gives the same answer to everything, and what it was asked. */
const clientOf = (answer: Response): { client: SyncClient; asked: string[] } => {
  const asked: string[] = [];
  const client = createApiClient('http://service.invalid/api/v1', (request) => {
    asked.push(`${request.method} ${request.url}`);
    return Promise.resolve(answer);
  });
  return { client, asked };
};

const bytes = Uint8Array.from([0x25, 0x50, 0x44, 0x46, 0, 0xff, 0x80, 0xfe]);

it.each([
  ['application/pdf', 'attachment; filename="Web shop.pdf"'],
  ['application/pdf', null],
  ['image/png', null],
  ['image/svg+xml', null],
])('gives a file of type %s as its bytes', async (type, disposition) => {
  const headers = {
    'content-type': type,
    ...(disposition && { 'content-disposition': disposition }),
  };
  const { client, asked } = clientOf(new Response(bytes, { headers }));
  const file = await client.threatModels.image({ canvasId: 'a/b', format: 'svg' });
  expect(asked).toEqual(['GET http://service.invalid/api/v1/threat-models/image/a%2Fb?format=svg']);
  expect(file.type).toBe(type);
  expect(new Uint8Array(await file.arrayBuffer())).toEqual(bytes);
});

it('gives a refusal with its status, its code and its words', async () => {
  const problem = { status: 404, code: 'not_found', detail: 'there is no canvas c1' };
  const headers = { 'content-type': 'application/problem+json' };
  const { client } = clientOf(new Response(JSON.stringify(problem), { status: 404, headers }));
  await expect(client.threatModels.graph({ canvasId: 'c1' })).rejects.toMatchObject({
    status: 404,
    code: 'not_found',
    message: 'there is no canvas c1',
  });
});

it("says the status of a refusal that is not the service's own", async () => {
  const headers = { 'content-type': 'text/html' };
  const { client } = clientOf(new Response('<h1>Bad gateway</h1>', { status: 502, headers }));
  await expect(client.threatModels.graph({ canvasId: 'c1' })).rejects.toMatchObject({
    status: 502,
    message: 'The service answered 502',
  });
});
