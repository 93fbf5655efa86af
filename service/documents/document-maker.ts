import {
  OutOfMemory,
  type DocumentJob,
  type DocumentResult,
  type DocumentRunner,
  type StartRunner,
} from './document-runner.ts';
import { DocumentAbandoned, DocumentTooLarge } from './documents.ts';
import type { WorkKind } from './work.ts';

export type MakerOptions = {
  start: StartRunner;
  /** The time limit for one document, in milliseconds. */
  longestMs: number;
  maxMegabytes: (kind: WorkKind) => number;
};

export type DocumentMaker = {
  /** Runs a job, and returns what it made. The caller must not start another job meanwhile. */
  run: (job: DocumentJob, signal: AbortSignal) => Promise<unknown>;
  end: () => Promise<void>;
};

/**
 * The time, in milliseconds, after which an idle runner is ended. It is not ended at once, because
 * another document may follow, and the runner has already loaded the libraries.
 */
const idleMs = 60_000;

/**
 * Makes documents one after another, each with limits on time and memory. Starts its runner with the
 * first job, and again after the runner has ended. Stops a job that takes too long, or whose client is
 * gone, by ending the runner, because there is no other way to stop running JavaScript.
 */
export const documentMaker = ({ start, longestMs, maxMegabytes }: MakerOptions): DocumentMaker => {
  let runner: DocumentRunner | undefined;
  let megabytes = 0;
  let finish: ((outcome: DocumentResult | Error) => void) | undefined;
  let idle: NodeJS.Timeout | undefined;

  const started = (): DocumentRunner => {
    const starting = start(megabytes, {
      onResult: (result) => {
        if (runner === starting) finish?.(result);
      },
      onDeath: (error) => {
        if (runner !== starting) return;
        runner = undefined;
        finish?.(error instanceof OutOfMemory ? tooLarge('memory') : error);
      },
    });
    return starting;
  };

  const end = async (): Promise<void> => {
    clearTimeout(idle);
    const ending = runner;
    runner = undefined;
    await ending?.end();
  };

  const run = async (job: DocumentJob, signal: AbortSignal): Promise<unknown> => {
    if (signal.aborted) throw new DocumentAbandoned('nobody waits for the document');
    clearTimeout(idle);
    const wanted = maxMegabytes(job.kind);
    // The memory limit of a started runner cannot be changed, so another limit needs a new runner.
    if (wanted !== megabytes) void end();
    megabytes = wanted;
    runner ??= started();
    runner.hold(true);
    const { promise, resolve } = Promise.withResolvers<DocumentResult | Error>();
    const stop = (error: Error): void => {
      resolve(error);
      void end();
    };
    const leave = () => stop(new DocumentAbandoned('nobody waits for the document'));
    const timer = setTimeout(() => stop(tooLarge('time')), longestMs);
    signal.addEventListener('abort', leave, { once: true });
    finish = resolve;
    try {
      runner.post(job);
      const outcome = await promise;
      if (outcome instanceof Error) throw outcome;
      if (!outcome.ok) throw new Error(outcome.reason);
      return outcome.made;
    } finally {
      finish = undefined;
      clearTimeout(timer);
      signal.removeEventListener('abort', leave);
      // An idle runner must not keep the process alive.
      runner?.hold(false);
      idle = setTimeout(() => void end(), idleMs).unref();
    }
  };

  return {
    run,
    end: async () => {
      finish?.(new Error('The service is being closed'));
      await end();
    },
  };
};

const tooLarge = (what: 'time' | 'memory'): DocumentTooLarge =>
  new DocumentTooLarge(`it takes too much ${what}`);
