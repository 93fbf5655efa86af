import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordLimit } from '#shared/api/endpoint.ts';
import { announceBody } from '../specification/announce-body.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

let service: TestService;
let port: number;
beforeAll(async () => {
  service = await startTestService({ limits: { openBodyMs: 100, connections: 8 } });
  port = Number(new URL(service.url).port);
});
afterAll(async () => {
  await service.stop();
});

const begun = (path: string, more = '') =>
  `POST /api/v1${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${more}\r\n`;

describe.each(['/auth', '/users/accept-invitation'])('%s, which takes no token,', (path) => {
  test('refuses a large body by its announced length', async () => {
    const answer = await announceBody('POST', `${service.url}${path}`, '', 9_700_000);
    expect(answer).toMatchObject({ status: 413, problem: { code: 'too_large' } });
  });

  test('refuses a large body that was not announced after 8 KiB', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.write(begun(path, 'transfer-encoding: chunked\r\n'));
    socket.write(`2100\r\n${' '.repeat(0x2100)}\r\n`);
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toContain('413');
    socket.destroy();
  });

  test('does not wait for a body that does not arrive', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.write(`${begun(path, 'content-length: 100\r\n')}{`);
    const answer = await text(socket);
    expect(answer).toContain('400 Bad Request');
    expect(answer).toContain('did not arrive within 0.1 s');
  });
});

test('a body without canvases can have 3 MiB', async () => {
  const { token } = service.owner;
  const answer = await announceBody('POST', `${service.url}/threats`, token, recordLimit + 1);
  expect(answer).toMatchObject({ status: 413, problem: { code: 'too_large' } });
});

test('a mitigation with the longest texts is accepted, however its JSON is written', async () => {
  const longest = String.raw`\u6f22`.repeat(100_000);
  const names = ['definition', 'consideration', 'explanation', 'example', 'question'];
  const texts = names.map((name) => `"${name}":"${longest}"`);
  const raw = `{"title":"Title",${texts.join()}}`;
  const headers = { 'content-type': 'application/json' };
  const { status, body } = await service.owner.send('POST', '/codex/mitigations', { raw, headers });
  expect(status).toBe(201);
  expect(body).toMatchObject({ question: '漢'.repeat(100_000) });
});

test('an address has a limited number of connections, and gets another one when one is closed', async () => {
  const asked = async (): Promise<{ socket: Socket; answer: string }> => {
    const socket = connect(port, '127.0.0.1');
    socket.write('GET /health HTTP/1.1\r\nhost: x\r\n\r\n');
    const [answer] = await once(socket, 'data');
    return { socket, answer: String(answer) };
  };
  const requests = [await asked()];
  while (requests.at(-1)?.answer.startsWith('HTTP/1.1 200')) requests.push(await asked());
  expect(requests.length).toBeLessThanOrEqual(9);
  expect(requests.at(-1)?.answer).toMatch(/^HTTP\/1\.1 429 .*retry-after: 1.*rate_limited/s);
  for (const { socket } of requests) socket.destroy();
  // The service may still refuse the next connection, because it notices only a moment later that the
  // other connections are closed.
  let again = await asked();
  while (!again.answer.startsWith('HTTP/1.1 200')) again = await asked();
  again.socket.destroy();
});

test('a body with a token may arrive slowly', async () => {
  const socket = connect(port, '127.0.0.1');
  const body = '{"title":"Slow"}';
  const headers = `authorization: Bearer ${service.owner.token}\r\ncontent-length: ${body.length}\r\n`;
  socket.write(begun('/collections', headers) + body.slice(0, 5));
  await setTimeout(400);
  socket.write(body.slice(5));
  expect(String((await once(socket, 'data'))[0])).toContain('201 Created');
  socket.destroy();
});

test('a body that breaks off is no failure of the service', async () => {
  const path = '/api/v1/collections';
  const headers = `authorization: Bearer ${service.owner.token}\r\ncontent-length: 100\r\n`;
  const socket = connect(port, '127.0.0.1');
  await new Promise((sent) => socket.write(`${begun('/collections', headers)}{`, sent));
  socket.destroy();
  await expect
    .poll(() => service.logged, { timeout: 60_000 })
    .toContainEqual(expect.objectContaining({ pathname: path, status: 400 }));
  expect(service.failures).toEqual([]);
});
