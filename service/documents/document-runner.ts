import type { Work, WorkKind } from './work.ts';

export type DocumentJob = {
  [Kind in WorkKind]: { kind: Kind; of: Work[Kind]['of']; language?: string | undefined };
}[WorkKind];

export type DocumentResult = { ok: true; made: unknown } | { ok: false; reason: string };

/** A thread or process that makes one document at a time. */
export type DocumentRunner = {
  post: (job: DocumentJob) => void;
  /** Stops the runner, even in the middle of a job. */
  end: () => Promise<void>;
  /** Sets whether the runner keeps this process alive. */
  hold: (isBusy: boolean) => void;
};

type RunnerEvents = {
  onResult: (result: DocumentResult) => void;
  /**
   * Called when the runner has ended, for any reason, including `end`. It can be called several times.
   */
  onDeath: (error: Error) => void;
};

/**
 * Starts a runner with a limit on the memory for JavaScript objects and strings. The limit does not
 * include the pixels of images, which are stored outside of that memory.
 */
export type StartRunner = (megabytes: number, events: RunnerEvents) => DocumentRunner;

/** The error for a runner that reached its memory limit. */
export class OutOfMemory extends Error {
  override readonly name = 'OutOfMemory';
}

/** The exit code of a process in which a document reached the memory limit. */
export const outOfMemoryCode = 3;
