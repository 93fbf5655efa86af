import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { usualLimits } from '../limits/limits.ts';
import type { TestClient } from '../testing/test-client.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

const answeredLine = z.object({ pathname: z.string(), status: z.number() });

/**
 * The size of the response in bytes. It is larger than the buffers of the system for a connection, so a
 * response that nobody reads is never completely sent.
 */
const size = 8_000_000;

let service: TestService;
let other: TestClient;
let path: string;
let sockets: Socket[];
let onAnswer: (status: number) => void;

const start = async (options: Parameters<typeof startTestService>[0]): Promise<void> => {
  onAnswer = () => undefined;
  service = await startTestService({
    ...options,
    onLog: (facts) => {
      const line = answeredLine.safeParse(facts);
      if (line.data?.pathname === `/api/v1${path}`) onAnswer(line.data.status);
    },
  });
  other = await service.clientOf(await service.addUser('super_admin'));
  const { api } = service.owner;
  const { id: collectionId } = await api.collections.create({ title: 'Large' });
  const label = 'x'.repeat(size);
  const node = { id: 'n', type: 'noteNode', position: { x: 0, y: 0 }, data: { label } };
  const { canvases } = await api.threatModels.create({
    title: 'Large',
    collectionId,
    canvasData: [{ title: 'Large', nodes: [node] }],
  });
  path = `/canvases/${canvases[0]?.id ?? ''}`;
};

beforeEach(() => {
  sockets = [];
  path = '';
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await service.stop();
});

/** Opens a connection that requests the canvas several times and reads nothing. */
const askWithoutReading = (times: number): Socket => {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1').pause();
  sockets.push(socket);
  const authorization = `authorization: Bearer ${service.owner.token}`;
  const request = `GET /api/v1${path} HTTP/1.1\r\nhost: x\r\n${authorization}\r\n\r\n`;
  socket.write(request.repeat(times));
  return socket;
};

test('a limited number of responses is made for a client that reads none', async () => {
  await start({});
  const { atOnce, bytes } = usualLimits.token;
  let made = 0;
  const enough = Promise.withResolvers<void>();
  onAnswer = () => {
    made += 1;
    if (made * size > bytes) enough.resolve();
  };
  for (let connection = 0; connection < 20; connection++) askWithoutReading(50);
  await enough.promise;
  for (let request = 0; request < 20; request++) {
    expect(await other.send('GET', '/collections')).toMatchObject({ status: 200 });
  }
  expect(made).toBeLessThanOrEqual(atOnce);
});

test('further requests get 429, and are served when the responses are read', async () => {
  await start({ limits: { token: { ...usualLimits.token, atOnce: 1, waiting: 1 } } });
  const first = Promise.withResolvers<void>();
  onAnswer = () => first.resolve();
  const unread = askWithoutReading(1);
  await first.promise;
  const asked = [1, 2].map(async () => await service.owner.send('GET', '/collections'));
  const refused = await Promise.race(asked);
  expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  expect(refused.headers.get('retry-after')).toBe('1');
  unread.destroy();
  const answers = await Promise.all(asked);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
});

test('a connection with very many waiting requests is closed', async () => {
  await start({});
  const socket = askWithoutReading(1000);
  // An error counts as closed too, because the connection may be reset while responses are on their way.
  await new Promise((resolve) => socket.once('close', resolve).on('error', resolve).resume());
  expect(await other.send('GET', '/collections')).toMatchObject({ status: 200 });
});
