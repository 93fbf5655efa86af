import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { usualLimits } from '../limits/limits.ts';
import type { TestClient } from '../testing/test-client.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

let service: TestService;
afterEach(async () => {
  await service.stop();
});

const askAtOnce = async (client: TestClient, times: number) =>
  await Promise.all(
    Array.from({ length: times }, async () => await client.send('GET', '/collections')),
  );

const isRefused = ({ status }: { status: number }): boolean => status === 429;

test('a token that exceeds its rate gets 429 with a time, and other tokens are served', async () => {
  const token = { ...usualLimits.token, rate: 0.5 };
  service = await startTestService({ limits: { token } });
  const other = await service.clientOf(service.ownerId);
  const answers = await askAtOnce(service.owner, 8);
  const refused = answers.filter(isRefused);
  expect(refused).toHaveLength(3);
  for (const { headers, body } of refused) {
    expect(body).toMatchObject({ code: 'rate_limited' });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect(await other.send('GET', '/collections')).toMatchObject({ status: 200 });
});

test('requests without a token count for their address, and health always responds', async () => {
  const address = { ...usualLimits.address, rate: 2 };
  service = await startTestService({ limits: { address } });
  const wrong = { headers: { authorization: 'Bearer guess' } };
  const answers = await Promise.all(
    Array.from({ length: 30 }, async () => await service.owner.send('GET', '/threats', wrong)),
  );
  expect(answers.filter(isRefused).length).toBeGreaterThan(5);
  expect((await fetch(service.url.replace('/api/v1', '/health'))).status).toBe(200);
});

test('by default, 64 writers with one token and ten clients of one address are all served', async () => {
  service = await startTestService();
  const write = async () =>
    await service.owner.send('POST', '/collections', { json: { title: 'T' } });
  const written = await Promise.all(Array.from({ length: 64 }, write));
  expect(written.filter(({ status }) => status !== 201)).toEqual([]);
  const clients = await Promise.all(
    Array.from({ length: 10 }, async () => await service.clientOf(service.ownerId)),
  );
  const answers = await Promise.all(clients.map(async (client) => await askAtOnce(client, 6)));
  expect(answers.flat().filter(({ status }) => status !== 200)).toEqual([]);
});

test.each(['transfer-encoding: chunked', 'content-length: 2000000'])(
  'a body that does not arrive counts for its token: %s',
  async (size) => {
    const token = { ...usualLimits.token, bytes: 2 ** 20, waiting: 0 };
    service = await startTestService({ limits: { token } });
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    socket.write(
      `POST /api/v1/threats HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${service.owner.token}\r\n` +
        `content-type: application/json\r\n${size}\r\n\r\n`,
    );
    let status = 200;
    for (let at = 0; at < 500 && status === 200; at++) {
      ({ status } = await service.owner.send('GET', '/collections'));
    }
    socket.destroy();
    expect(status).toBe(429);
  },
);
