import { Worker } from 'node:worker_threads';
import { OutOfMemory, type DocumentResult, type StartRunner } from './document-runner.ts';

const usualEntry = new URL('document-worker.ts', import.meta.url);

/** Makes documents in threads of this process. `entry` is the module that a thread runs. */
export const runInThread =
  (entry: URL | string = usualEntry): StartRunner =>
  (megabytes, { onResult, onDeath }) => {
    const worker = new Worker(entry, { resourceLimits: { maxOldGenerationSizeMb: megabytes } });
    worker.on('message', (result: DocumentResult) => onResult(result));
    worker.on('error', (error: Error) => {
      onDeath(isOutOfMemory(error) ? new OutOfMemory(error.message) : error);
    });
    worker.on('exit', (code) => onDeath(new Error(`The document worker ended with code ${code}`)));
    return {
      post: (job) => worker.postMessage(job),
      end: async () => void (await worker.terminate()),
      hold: (isBusy) => (isBusy ? worker.ref() : worker.unref()),
    };
  };

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
