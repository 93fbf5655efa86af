import { Worker } from 'node:worker_threads';
import type { DocumentJob, DocumentResult } from './document-job.ts';
import { DocumentsBusy, type Documents } from './documents.ts';

export type WorkerOptions = {
  /** How many may wait; whoever comes then is refused rather than left waiting for minutes. */
  mostWaiting?: number;
  entry?: URL;
};

type Waiting = {
  job: DocumentJob;
  resolve: (bytes: Uint8Array) => void;
  reject: (error: Error) => void;
};

/** Reports of thousands of threats take a gigabyte; more than this is not let near the service. */
const resourceLimits = { maxOldGenerationSizeMb: 3072 };

/**
 * Made one after the other in a thread of its own, so that a long report holds up nobody but those
 * who wait for documents. The thread is started for the first one, and again when it died; the
 * document that it was making then fails, the others are made.
 */
export const documentsInWorker = ({
  mostWaiting = 16,
  entry = new URL('document-worker.ts', import.meta.url),
}: WorkerOptions = {}): Documents => {
  const waiting: Waiting[] = [];
  let current: Waiting | undefined;
  let worker: Worker | undefined;
  let isClosed = false;

  const finish = (settle: (job: Waiting) => void): void => {
    const done = current;
    current = undefined;
    // An idle thread does not keep a process from ending.
    worker?.unref();
    if (done) settle(done);
    next();
  };

  const start = (): Worker => {
    const started = new Worker(entry, { resourceLimits });
    const died = (error: Error): void => {
      if (worker !== started) return;
      worker = undefined;
      finish(({ reject }) => reject(error));
    };
    started.on('message', (result: DocumentResult) =>
      finish(({ resolve, reject }) =>
        result.ok ? resolve(result.bytes) : reject(new Error(result.reason)),
      ),
    );
    started.on('error', died);
    started.on('exit', (code) => died(new Error(`The document worker ended with code ${code}`)));
    return started;
  };

  const next = (): void => {
    if (current) return;
    current = waiting.shift();
    if (!current) return;
    worker ??= start();
    worker.ref();
    worker.postMessage(current.job);
  };

  const make = async (job: DocumentJob): Promise<Uint8Array> => {
    if (isClosed) throw new Error('The service is being closed');
    if (waiting.length >= mostWaiting) throw new DocumentsBusy();
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
    waiting.push({ job, resolve, reject });
    next();
    return await promise;
  };

  return {
    report: (content) => make({ kind: 'report', content }),
    image: (document) => make({ kind: 'image', document }),
    close: async () => {
      isClosed = true;
      const left = [...(current ? [current] : []), ...waiting.splice(0)];
      current = undefined;
      const ending = worker;
      worker = undefined;
      for (const { reject } of left) reject(new Error('The service is being closed'));
      await ending?.terminate();
    },
  };
};
