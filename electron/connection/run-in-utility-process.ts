import { utilityProcess } from 'electron';
import {
  OutOfMemory,
  outOfMemoryCode,
  type DocumentResult,
  type StartRunner,
} from '#service/documents.ts';
import { endProcess } from './end-process.ts';

/** Returns a function that starts a utility process for documents. `entry` is the path of its script. */
export const runInUtilityProcess =
  (entry: string): StartRunner =>
  (megabytes, { onResult, onDeath }) => {
    const child = utilityProcess.fork(entry, [String(megabytes)], {
      serviceName: 'Parapet documents',
    });
    child.on('message', (result: DocumentResult) => onResult(result));
    child.once('exit', (code) => {
      const how = `The document process ended with code ${code}`;
      onDeath(code === outOfMemoryCode ? new OutOfMemory(how) : new Error(how));
    });
    return {
      post: (job) => child.postMessage(job),
      end: async () => await endProcess(child),
      // Other runners keep their program running while a document is made. Here this is not needed,
      // because the app stays open anyway.
      hold: () => undefined,
    };
  };
