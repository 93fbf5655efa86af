import { expect, onTestFinished, test } from 'vitest';
import { documentsInWorker, type WorkerOptions } from './documents-in-worker.ts';
import { DocumentsBusy, documentsHere } from './documents.ts';
import { report } from './testing/sample-report.ts';

const started = (options?: WorkerOptions) => {
  const documents = documentsInWorker(options);
  onTestFinished(() => documents.close());
  return documents;
};
const empty = { nodes: [], edges: [] };

test('the thread makes the same documents as the service itself', async () => {
  const [here, aside] = [documentsHere(), started()];
  const [pdf, png] = await Promise.all([aside.report(report()), aside.image(empty)]);
  expect(Buffer.compare(pdf, await here.report(report()))).toBe(0);
  expect(Buffer.compare(png, await here.image(empty))).toBe(0);
});

test('the service goes on answering while a document is made', async () => {
  const documents = started();
  let isMade = false;
  const made = documents.report(report()).then(() => (isMade = true));
  await new Promise(setImmediate);
  expect(isMade).toBe(false);
  await made;
});

test('what cannot be made fails with an error, and the next one is made', async () => {
  const documents = started();
  const broken = { ...report(), updatedAt: '', components: JSON.parse('[null]') };
  await expect(documents.report(broken)).rejects.toThrow(Error);
  expect((await documents.image(empty)).length).toBeGreaterThan(100);
});

test('a thread that dies takes one document with it and is started again', async () => {
  // Ends at the first job of each thread.
  const entry = new URL(
    "data:text/javascript,import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => process.exit(3));",
  );
  const documents = started({ entry });
  const jobs = [documents.image(empty), documents.image(empty)];
  for (const job of jobs) await expect(job).rejects.toThrow('ended with code 3');
});

test('whoever comes when too many wait is refused at once', async () => {
  const documents = started({ mostWaiting: 1 });
  const [one, two] = [documents.image(empty), documents.image(empty)];
  await expect(documents.image(empty)).rejects.toBeInstanceOf(DocumentsBusy);
  await Promise.all([one, two]);
});

test('closing ends what is being made, and nothing is made afterwards', async () => {
  const documents = documentsInWorker();
  const job = documents.report(report());
  await Promise.all([expect(job).rejects.toThrow('being closed'), documents.close()]);
  await expect(documents.image(empty)).rejects.toThrow('being closed');
});
