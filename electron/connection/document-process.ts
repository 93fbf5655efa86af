import { join } from 'node:path';
import { OutOfMemory, outOfMemoryCode, runInThread, type DocumentJob } from '#service/documents.ts';

// The entry point of the utility process that makes documents from the local store. It makes them
// in a thread, as the service does, because a thread can reach its memory limit without ending the
// process.
const megabytes = Number(process.argv.at(-1));
const runner = runInThread(join(import.meta.dirname, 'document-worker.js'))(megabytes, {
  onResult: (result) => process.parentPort.postMessage(result),
  onDeath: (error) => process.exit(error instanceof OutOfMemory ? outOfMemoryCode : 1),
});
process.parentPort.on('message', ({ data }: { data: DocumentJob }) => runner.post(data));
