import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listen, type Listener } from './http.ts';
import type { Service } from './service.ts';

let seen: { method: string; target: string; host: string | null; address: string | undefined }[];
let listener: Listener;

/**
 * Returns a service with this `answer`. Its `fetch` fails, because the HTTP server must not call
 * `fetch`.
 */
const answering = (answer: Service['answer']): Service => ({
  answer,
  fetch: async () => await Promise.reject(new Error('not asked for')),
  drain: () => undefined,
  whenIdle: async () => await Promise.resolve(),
});

const recording = answering(async ({ method, target, header, body, address }) => {
  seen.push({ method, target, host: header('host'), address });
  return { status: 203, headers: {}, body: body ? await text(Readable.from(body)) : 'no body' };
});
beforeEach(async () => {
  seen = [];
  listener = await listen(recording, { port: 0 });
});
afterEach(async () => {
  await listener.close();
});

test('passes on method, target, headers, body, and the client’s address', async () => {
  const { host } = new URL(listener.url);
  const response = await fetch(`${listener.url}/a?b=c`, { method: 'POST', body: 'sent' });
  expect([response.status, await response.text()]).toEqual([203, 'sent']);
  expect(seen).toEqual([{ method: 'POST', target: '/a?b=c', host, address: '127.0.0.1' }]);
});

test('joins several headers with one name, and returns null for a missing one', async () => {
  const given: (string | null)[] = [];
  const reading = answering(async ({ header }) => {
    given.push(header('x-forwarded-for'), header('if-match'));
    return await Promise.resolve({ status: 204, headers: {}, body: null });
  });
  const other = await listen(reading, { port: 0 });
  const headers = ['Host', 'service', 'X-Forwarded-For', '1.1.1.1', 'X-Forwarded-For', '2.2.2.2'];
  const [response]: IncomingMessage[] = await once(
    request(other.url, { headers }).end(),
    'response',
  );
  response?.resume();
  expect(given).toEqual(['1.1.1.1, 2.2.2.2', null]);
  await other.close();
});

test('the address is the one that a trusted proxy gives', async () => {
  const trusting = await listen(recording, { port: 0, trustedProxies: ['127.0.0.0/8'] });
  const headers = { 'x-forwarded-for': '1.1.1.1, 2.2.2.2' };
  await fetch(trusting.url, { headers });
  await fetch(listener.url, { headers });
  expect(seen.map(({ address }) => address)).toEqual(['2.2.2.2', '127.0.0.1']);
  await trusting.close();
});

describe('rejects a request that Node cannot read with a problem', () => {
  const received = async (sent: string): Promise<string> => {
    const socket = connect(Number(new URL(listener.url).port), '127.0.0.1');
    socket.write(sent);
    return await text(socket);
  };
  test.each([
    ['not HTTP', 'no request\r\n\r\n', 400, 'validation_failed'],
    [
      'headers',
      `GET / HTTP/1.1\r\nhost: x\r\na: ${'b'.repeat(20_000)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
    [
      'a body that is cut into wrong chunks',
      'POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
      400,
      'validation_failed',
    ],
  ])('%s', async (_, sent, status, code) => {
    const [head = '', body = ''] = (await received(sent)).split('\r\n\r\n');
    expect(head).toContain(`HTTP/1.1 ${status} `);
    expect(head).toContain('application/problem+json');
    const requestId = /^x-request-id: (.+)$/m.exec(head)?.[1]?.trim();
    expect(requestId).toBeTruthy();
    expect(JSON.parse(body)).toMatchObject({ status, code, requestId });
  });
});

describe('closing the server', () => {
  const size = 20_000_000;
  const begun = Promise.withResolvers<void>();
  const turn = Promise.withResolvers<void>();
  const slow = answering(async () => {
    begun.resolve();
    await turn.promise;
    return { status: 200, headers: {}, body: 'x'.repeat(size) };
  });

  test('completes a response in progress, however slowly it is read', async () => {
    const closing = await listen(slow, { port: 0 });
    const socket = connect(Number(new URL(closing.url).port), '127.0.0.1').pause();
    socket.write('GET / HTTP/1.1\r\nhost: service\r\n\r\n');
    await begun.promise;
    turn.resolve();
    await once(socket, 'readable');
    const closed = closing.close();
    const received = (await buffer(socket)).byteLength;
    await closed;
    expect(received).toBeGreaterThan(size);
  });

  test('does not wait for connections that are only kept open', async () => {
    const agent = new Agent({ keepAlive: true });
    const closing = await listen(recording, { port: 0 });
    const sent = request(closing.url, { agent }).end();
    const [response]: IncomingMessage[] = await once(sent, 'response');
    if (response) await once(response.resume(), 'end');
    await expect(closing.close()).resolves.toBeUndefined();
    agent.destroy();
  });

  test('answers clients that keep sending, and tells them to reconnect elsewhere', async () => {
    const closing = await listen(recording, { port: 0 });
    const sendOn = async () => {
      for (;;) {
        const response = await fetch(closing.url, { method: 'POST', body: 'sent' });
        expect([response.status, await response.text()]).toEqual([203, 'sent']);
        if (response.headers.get('connection') === 'close') return;
      }
    };
    const clients = Promise.all(Array.from({ length: 20 }, sendOn));
    while (seen.length < 100) await setImmediate();
    await closing.close({ drainMs: 500 });
    await clients;
  });

  test('aborts an endless request after the grace period', async () => {
    const arrived = Promise.withResolvers<void>();
    const never = answering(async () => {
      arrived.resolve();
      return await new Promise<never>(() => undefined);
    });
    const closing = await listen(never, { port: 0 });
    const answer = fetch(closing.url).catch((error: unknown) => error);
    await arrived.promise;
    await closing.close({ graceMs: 0 });
    expect(await answer).toBeInstanceOf(TypeError);
  });
});
