import { join } from 'node:path';
import { deserialize } from 'node:v8';
import { OutOfMemory, outOfMemoryCode, runInThread, type DocumentJob } from '#service/documents.ts';

// The entry point of the utility process that makes documents from the local store. The work is done in
// a thread, as in the service. If the thread runs out of memory, the process still runs and can report
// this reason with its exit code.
const megabytes = Number(process.argv.at(-1));
const runner = runInThread(join(import.meta.dirname, 'document-worker.js'))(megabytes, {
  onResult: (result) => process.parentPort.postMessage(result),
  onDeath: (error) => process.exit(error instanceof OutOfMemory ? outOfMemoryCode : 1),
});
process.parentPort.on('message', ({ data }: { data: Uint8Array }) => {
  // The app sends only jobs.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  runner.post(deserialize(data) as DocumentJob);
});
