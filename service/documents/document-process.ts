import { OutOfMemory, outOfMemoryCode, type DocumentJob } from './document-runner.ts';
import { runInThread } from './run-in-thread.ts';

// The entry point of a process that makes documents. A thread does the work, so that only the thread
// ends when it reaches the memory limit. If the process itself reached the limit, it would leave a core
// dump on some systems.
const runner = runInThread()(Number(process.argv[2]), {
  onResult: (result) => process.send?.(result),
  onDeath: (error) => process.exit(error instanceof OutOfMemory ? outOfMemoryCode : 1),
});
process.on('message', (job: DocumentJob) => runner.post(job));
// Ends this process when the service that started it has ended.
process.on('disconnect', () => process.exit());
