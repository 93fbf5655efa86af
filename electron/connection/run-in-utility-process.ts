import { serialize } from 'node:v8';
import {
  OutOfMemory,
  outOfMemoryCode,
  type DocumentResult,
  type StartRunner,
} from '#service/documents.ts';
import type { Fork } from './child-process.ts';
import { endProcess } from './end-process.ts';

/**
 * Returns a function that starts a utility process for documents. `entry` is the path of its script. A job
 * is sent as bytes, because the main thread passes it on, and passing on a large object takes long.
 */
export const runInUtilityProcess =
  (fork: Fork, entry: string): StartRunner =>
  (megabytes, { onResult, onDeath }) => {
    const child = fork({
      entry,
      args: [String(megabytes)],
      serviceName: 'Parapet documents',
    });
    // The process sends only what `DocumentResult` describes.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    child.on('message', (result) => onResult(result as DocumentResult));
    child.once('exit', (code) => {
      const how = `The document process ended with code ${code}`;
      onDeath(code === outOfMemoryCode ? new OutOfMemory(how) : new Error(how));
    });
    return {
      post: (job) => child.postMessage(serialize(job)),
      end: async () => await endProcess(child),
      // Other runners keep their program running while a document is made. Here this is not needed,
      // because the app stays open anyway.
      hold: () => undefined,
    };
  };
