import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import {
  OutOfMemory,
  outOfMemoryCode,
  type DocumentResult,
  type StartRunner,
} from './document-runner.ts';

const entry = fileURLToPath(new URL('document-process.ts', import.meta.url));

const execArgv = [
  '--disable-warning=ExperimentalWarning',
  // Garbage collection gets one thread, because several threads would take processors from requests.
  '--v8-pool-size=1',
  // Limits the memory for young objects, in megabytes. Otherwise up to 100 MB of them could accumulate
  // before V8 collects them.
  '--max-semi-space-size=8',
];

/** Makes glibc return freed memory to the system. Other C libraries ignore these variables. */
const memoryReturned = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '1048576',
  MALLOC_TRIM_THRESHOLD_: '1048576',
};

/**
 * The nice value of the processes. It gives them a lower priority than the service, so that requests run
 * before documents and garbage collection.
 */
const belowRequests = 10;

/**
 * Makes documents in child processes with a lower priority. Threads would not be enough, because they
 * can have their own priority on Linux only, and their garbage collection would still have the priority
 * of the service.
 */
export const runInProcess: StartRunner = (megabytes, { onResult, onDeath }) => {
  const child = fork(entry, [String(megabytes)], {
    execArgv,
    env: { ...memoryReturned, ...process.env },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  ended.catch(() => undefined);
  child.on('message', (result: DocumentResult) => onResult(result));
  child.on('error', onDeath);
  child.on('exit', (code, signal) => {
    const how = `The document process ended with ${code === null ? signal : `code ${code}`}`;
    onDeath(code === outOfMemoryCode ? new OutOfMemory(how) : new Error(how));
  });
  if (child.pid !== undefined) lowerPriority(child.pid);
  return {
    // The callback ignores the error of a failed `send`, because the exit event reports that the process
    // has ended.
    post: (job) => void child.send(job, () => undefined),
    end: async () => {
      child.kill('SIGKILL');
      await ended;
    },
    hold: (isBusy) => {
      if (isBusy) child.ref();
      else child.unref();
      if (isBusy) child.channel?.ref();
      else child.channel?.unref();
    },
  };
};

const lowerPriority = (pid: number): void => {
  try {
    setPriority(pid, belowRequests);
  } catch {
    // Ignores the error, because the process can make documents with its normal priority too. Documents
    // then slow down requests more.
  }
};
