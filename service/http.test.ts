import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listen, type Listener } from './http.ts';

let seen: { method: string; url: string; address: string | undefined }[];
let listener: Listener;
beforeEach(async () => {
  seen = [];
  const fetch = async ({ method, url, body }: Request, { address }: { address?: string } = {}) => {
    seen.push({ method, url, address });
    return await Promise.resolve(new Response(body ?? 'no body', { status: 203 }));
  };
  listener = await listen({ fetch }, { port: 0 });
});
afterEach(async () => {
  await listener.close();
});

test('passes on method, target, body and the address of the client', async () => {
  const url = `${listener.url}/a?b=c`;
  const response = await fetch(url, { method: 'POST', body: 'sent' });
  expect([response.status, await response.text()]).toEqual([203, 'sent']);
  expect(seen).toEqual([{ method: 'POST', url: 'http://service/a?b=c', address: '127.0.0.1' }]);
});

test('the target cannot change the host, nor the header that names it', async () => {
  const { hostname, port } = new URL(listener.url);
  for (const path of ['//evil.example/a', '/a']) {
    const headers = { host: 'evil.example' };
    await new Promise<void>((resolve, reject) => {
      request({ hostname, port, path, headers }, (response) => {
        text(response).then(() => resolve(), reject);
      })
        .on('error', reject)
        .end();
    });
  }
  expect(seen.map(({ url }) => new URL(url).host)).toEqual(['service', 'service']);
});

test.each(['TRACE / HTTP/1.1', 'GET * HTTP/1.1', 'GET http://[ HTTP/1.1'])(
  '%s is 400',
  async (line) => {
    const { hostname, port } = new URL(listener.url);
    const socket = connect(Number(port), hostname);
    socket.end(`${line}\r\nhost: service\r\nconnection: close\r\n\r\n`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /);
    expect(seen).toEqual([]);
  },
);
