import type { Work, WorkKind } from './work.ts';

export type DocumentJob = {
  [Kind in WorkKind]: { kind: Kind; of: Work[Kind]['of']; language?: string | undefined };
}[WorkKind];

export type DocumentResult = { ok: true; made: unknown } | { ok: false; reason: string };

/** A thread or process that makes one document at a time. */
export type DocumentRunner = {
  post: (job: DocumentJob) => void;
  /** Stops it at any point of its work. */
  end: () => Promise<void>;
  /** True if it keeps this process alive. */
  hold: (isHeld: boolean) => void;
};

type RunnerEvents = {
  onResult: (result: DocumentResult) => void;
  /** Called when it ended on its own. May be called again. */
  onDeath: (error: Error) => void;
};

/** Starts a runner with a limit on memory for objects and texts. Images are stored outside of it. */
export type StartRunner = (megabytes: number, events: RunnerEvents) => DocumentRunner;

/** The reason for the death of a runner that reached its memory limit. */
export class OutOfMemory extends Error {
  override readonly name = 'OutOfMemory';
}

/** The exit code of a process in which a document reached the memory limit. */
export const outOfMemoryCode = 3;
