import { Worker } from 'node:worker_threads';
import { language, t } from '#shared/locales/texts.ts';
import { failure } from './failure.ts';
import type { ReaderJob } from './reader-job.ts';

type Limits = {
  timeoutMs?: number;
  /**
   * The memory limit of the thread, in MiB. It counts objects and texts, but not the bytes of the file.
   */
  maxMegabytes?: number;
};

/**
 * The memory limit, in MiB, for new objects in the thread. Without it, a thread with a high limit for other
 * objects takes about 100 MiB more, and is not faster.
 */
const maxYoungGenerationSizeMb = 24;

type WithoutLanguage<Job> = Job extends unknown ? Omit<Job, 'language'> : never;
type Wanted = WithoutLanguage<ReaderJob>;

/** The usual limits. A file of 50 MiB needs less than a quarter of each. */
const usual = { timeoutMs: 60_000, maxMegabytes: 1024 };

/**
 * Does a job of the reader in a thread. The thread ends when the job is done, is canceled, or exceeds a
 * limit. A file that exceeds a limit is rejected like any other unreadable file.
 */
export const readInThread = async (
  entry: URL | string,
  job: Wanted,
  signal?: AbortSignal,
  { timeoutMs = usual.timeoutMs, maxMegabytes = usual.maxMegabytes }: Limits = {},
): Promise<unknown> => {
  const canceled = failure('FILE_UNREADABLE', 'Reading was canceled.');
  if (signal?.aborted) throw canceled;
  const worker = new Worker(entry, {
    workerData: { ...job, language: language() } satisfies ReaderJob,
    resourceLimits: { maxOldGenerationSizeMb: maxMegabytes, maxYoungGenerationSizeMb },
  });
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const refuse = (reason: string): void => resolve({ ok: false, place: '$', reason });
  const cancel = (): void => reject(canceled);
  const timer = setTimeout(() => refuse(t('imports:refused.time')), timeoutMs);
  signal?.addEventListener('abort', cancel, { once: true });
  worker.once('message', resolve);
  worker.once('error', (error) => {
    if (isOutOfMemory(error)) refuse(t('imports:refused.memory'));
    else reject(error);
  });
  worker.once('exit', cancel);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
    void worker.terminate();
  }
};

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
