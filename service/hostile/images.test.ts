import { afterAll, beforeAll, expect, test } from 'vitest';
import { documentsInWorkers } from '../documents/documents-in-workers.ts';
import { runInThread } from '../documents/run-in-thread.ts';
import { usualLimits } from '../limits/limits.ts';
import type { TestClient } from '../testing/test-client.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

/** A worker that never finishes a canvas that contains the text `endless`. */
const entry = new URL(
  `data:text/javascript,import { parentPort } from 'node:worker_threads'; parentPort.on('message', ({ of }) => { if (of.drawing.includes('endless')) for (;;); parentPort.postMessage({ ok: true, made: new Uint8Array(1) }); });`,
);

let service: TestService;
let other: TestClient;
let endless: string;
let small: string;
beforeAll(async () => {
  // The token has higher limits than usual. Otherwise its requests would wait for each other instead of
  // for a worker.
  const token = { ...usualLimits.token, minAtOnce: 20, atOnce: 20 };
  const documents = documentsInWorkers({ start: runInThread(entry), makers: 2 });
  service = await startTestService({ documents, limits: { token } });
  other = await service.clientOf(await service.addUser('super_admin'));
  const { api } = service.owner;
  const { id: collectionId } = await api.collections.create({ title: 'Drawings' });
  const node = { id: 'n', type: 'noteNode', position: { x: 0, y: 0 }, data: { label: 'endless' } };
  const { canvases } = await api.threatModels.create({
    title: 'Drawings',
    collectionId,
    canvasData: [{ title: 'Endless', nodes: [node] }, { title: 'Small' }],
  });
  [endless = '', small = ''] = canvases.map(({ id }) => `/threat-models/image/${id}`);
});
afterAll(async () => {
  await service.stop();
});

test('a user gets images while another waits for endless ones, and both do when those are canceled', async () => {
  const left = new AbortController();
  const headers = { authorization: `Bearer ${service.owner.token}` };
  const waiting = [1, 2, 3, 4].map(
    async () => await fetch(`${service.url}${endless}`, { headers, signal: left.signal }),
  );
  expect(await other.send('GET', small)).toMatchObject({ status: 200 });
  left.abort();
  for (const answer of waiting) await expect(answer).rejects.toThrow('aborted');
  expect(await service.owner.send('GET', small)).toMatchObject({ status: 200 });
  expect(service.failures).toEqual([]);
});

test('a user who requests very many images gets 429', async () => {
  const left = new AbortController();
  const sent = { headers: { authorization: `Bearer ${service.owner.token}` }, signal: left.signal };
  const asked = Array.from(
    { length: 20 },
    async () => await fetch(`${service.url}${endless}`, sent),
  );
  const { status, headers } = await Promise.race(asked);
  expect([status, headers.get('retry-after')]).toEqual([429, '10']);
  left.abort();
  await Promise.allSettled(asked);
});

test('a document that takes too much time is refused, which is no failure of the service', async () => {
  const documents = documentsInWorkers({ start: runInThread(entry), makers: 2, longestMs: 200 });
  const impatient = await startTestService({ documents });
  const { api } = impatient.owner;
  const { id: collectionId } = await api.collections.create({ title: 'Drawings' });
  const node = { id: 'n', type: 'noteNode', position: { x: 0, y: 0 }, data: { label: 'endless' } };
  const canvasData = [{ title: 'Endless', nodes: [node] }];
  const { canvases } = await api.threatModels.create({ title: 'M', collectionId, canvasData });
  const path = `/threat-models/image/${canvases[0]?.id}`;
  const detail = 'the document cannot be made: it takes too much time';
  expect(await impatient.owner.send('GET', path)).toMatchObject({
    status: 409,
    body: { code: 'conflict', detail },
  });
  expect(impatient.failures).toEqual([]);
  await impatient.stop();
});
