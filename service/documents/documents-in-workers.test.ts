import { getEventListeners } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import type { CanvasDocument } from '#shared/canvas/document.ts';
import { noOpenThreats } from '#shared/canvas/open-threats.ts';
import { plainImage } from '#shared/drawing/image-options.ts';
import { toJson } from '../database/json-text.ts';
import { documentsInWorkers, type WorkerOptions } from './documents-in-workers.ts';
import {
  DocumentAbandoned,
  DocumentsBusy,
  DocumentTooLarge,
  documentsInThread,
} from './documents.ts';
import { runInProcess } from './run-in-process.ts';
import { runInThread } from './run-in-thread.ts';

const started = (options?: WorkerOptions) => {
  const documents = documentsInWorkers(options);
  onTestFinished(() => documents.close());
  return documents;
};
const picture = { title: '', threats: noOpenThreats, options: plainImage };
const empty = { ...picture, drawing: toJson<CanvasDocument>({ nodes: [], edges: [] }) };
const ann = { userId: 'ann', signal: new AbortController().signal };
const bob = { ...ann, userId: 'bob' };

/** Returns the URL of a worker that runs this code for each job. */
const worker = (code: string) =>
  new URL(
    `data:text/javascript,import { parentPort } from 'node:worker_threads'; parentPort.on('message', (job) => { ${code} });`,
  );
const answering = worker('parentPort.postMessage({ ok: true, made: job.kind })');
/** A worker that never finishes an image, but responds to every other job. */
const stuck = worker(
  "if (job.kind === 'image') for (;;); else parentPort.postMessage({ ok: true, made: job.kind })",
);

test.each([
  ['thread', runInThread()],
  ['process', runInProcess],
])('a %s makes the same documents as the service itself', async (_, start) => {
  const [inThread, inWorkers] = [documentsInThread(), started({ start })];
  for (const kind of ['image', 'svg', 'graph'] as const) {
    const [one, other] = [inThread, inWorkers].map((documents) => documents.make(kind, empty, ann));
    expect(await one).toEqual(await other);
  }
});

test('a document that cannot be made fails with an error, and the next one is made', async () => {
  const documents = started({ makers: 1 });
  await expect(
    documents.make('svg', { ...picture, drawing: toJson(JSON.parse('{}')) }, ann),
  ).rejects.toThrow(Error);
  expect(await documents.make('svg', empty, ann)).toContain('<svg');
});

test('if a thread dies, only one document fails, and the thread is started again', async () => {
  const documents = started({ start: runInThread(worker('process.exit(3)')), makers: 1 });
  const jobs = [documents.make('image', empty, ann), documents.make('image', empty, ann)];
  for (const job of jobs) await expect(job).rejects.toThrow('ended with code 3');
});

test('a document that takes too much time or memory is stopped', async () => {
  const documents = started({ start: runInThread(stuck), makers: 1, longestMs: 200 });
  const slow = documents.make('image', empty, ann);
  await expect(slow).rejects.toBeInstanceOf(DocumentTooLarge);

  const hungry = worker('const all = []; for (;;) all.push({ job })');
  const small = started({ start: runInThread(hungry), makers: 1, maxMegabytes: () => 32 });
  await expect(small.make('image', empty, ann)).rejects.toBeInstanceOf(DocumentTooLarge);
});

test('a process that takes too much memory is ended, and another one is started', async () => {
  const documents = started({ start: runInProcess, makers: 1, maxMegabytes: () => 32 });
  const nodes = Array.from({ length: 100_000 }, (_, at) => ({ id: `n${at}` }));
  const huge = documents.make(
    'svg',
    { ...picture, drawing: JSON.stringify({ nodes, edges: [] }) },
    ann,
  );
  await expect(huge).rejects.toBeInstanceOf(DocumentTooLarge);
  expect(await documents.make('svg', empty, ann)).toContain('<svg');
});

test('a document is stopped when its client disconnects, whether it is running or waiting', async () => {
  const documents = started({ start: runInThread(stuck), makers: 1 });
  const left = new AbortController();
  const asked = { ...ann, signal: left.signal };
  const jobs = [documents.make('image', empty, asked), documents.make('image', empty, asked)];
  const next = documents.make('svg', empty, bob);
  left.abort();
  for (const job of jobs) await expect(job).rejects.toBeInstanceOf(DocumentAbandoned);
  expect(await next).toBe('svg');
  expect(getEventListeners(left.signal, 'abort')).toEqual([]);
  await expect(documents.make('svg', empty, asked)).rejects.toBeInstanceOf(DocumentAbandoned);
});

test('no user gets all threads, and users take turns', async () => {
  const documents = started({ start: runInThread(stuck), makers: 2 });
  const left = new AbortController();
  const asked = { ...ann, signal: left.signal };
  const stuckOnes = [1, 2, 3].map(() => documents.make('image', empty, asked));
  expect(await documents.make('svg', empty, bob)).toBe('svg');
  left.abort();
  await Promise.allSettled(stuckOnes);

  const single = started({ start: runInThread(answering), makers: 1 });
  const order: string[] = [];
  const ask = async (asker: typeof ann) => {
    await single.make('svg', empty, asker);
    order.push(asker.userId);
  };
  await Promise.all([ask(ann), ask(ann), ask(ann), ask(bob), ask(bob)]);
  expect(order).toEqual(['ann', 'ann', 'bob', 'ann', 'bob']);
});

test('a user who waits for too many documents is rejected at once, and nobody else is', async () => {
  const documents = started({ start: runInThread(answering), makers: 1, maxWaiting: 1 });
  const [one, two] = [documents.make('svg', empty, ann), documents.make('svg', empty, ann)];
  await expect(documents.make('svg', empty, ann)).rejects.toBeInstanceOf(DocumentsBusy);
  await Promise.all([one, two, documents.make('svg', empty, bob)]);
});

test('closing stops running documents, and none is made afterwards', async () => {
  const documents = documentsInWorkers({ start: runInThread(stuck), makers: 1 });
  const jobs = [documents.make('image', empty, ann), documents.make('image', empty, ann)];
  const failed = jobs.map((job) => expect(job).rejects.toThrow('being closed'));
  await documents.close();
  await Promise.all(failed);
  await expect(documents.make('image', empty, ann)).rejects.toThrow('being closed');
});

test('the parts that a report needs are loaded in advance', async () => {
  expect(await documentsInThread().make('reportReadiness', null, ann)).toBeNull();
});
