import { Worker } from 'node:worker_threads';
import { OutOfMemory, type DocumentResult, type StartRunner } from './document-runner.ts';

const usualEntry = new URL('document-worker.ts', import.meta.url);

/**
 * The memory limit, in MiB, for new objects in a thread. Without it, a thread with a high limit for other
 * objects takes about 100 MiB more, and is not faster.
 */
const maxYoungGenerationSizeMb = 24;

/** Makes documents in threads of this process. `entry` is the module that a thread runs. */
export const runInThread =
  (entry: URL | string = usualEntry): StartRunner =>
  (megabytes, { onResult, onDeath }) => {
    const resourceLimits = { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb };
    const worker = new Worker(entry, { resourceLimits });
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
