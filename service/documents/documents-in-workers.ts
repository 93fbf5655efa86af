import { availableParallelism } from 'node:os';
import { documentMaker, type MakerOptions } from './document-maker.ts';
import type { DocumentJob } from './document-runner.ts';
import { DocumentAbandoned, DocumentsBusy, type Asked, type Documents } from './documents.ts';
import { fairQueue } from './fair-queue.ts';
import { runInThread } from './run-in-thread.ts';
import type { Work, WorkKind } from './work.ts';

export type WorkerOptions = Partial<MakerOptions> & {
  /** The number of documents that can be made at the same time. */
  makers?: number;
  /**
   * The most documents of a user that can wait for a maker. Further requests of the user are rejected
   * immediately.
   */
  maxWaiting?: number;
};

type Waiting = Asked & {
  job: DocumentJob;
  resolve: (made: unknown) => void;
  reject: (error: unknown) => void;
};

/**
 * The usual number of makers. It is one less than the number of processors, so that requests are served
 * quickly, and at most four. But it is at least two, so that one user cannot occupy all makers.
 */
const usualMakers = Math.max(2, Math.min(4, availableParallelism() - 1));

/**
 * Returns the memory limit for a document, in megabytes. A model of 100,000 elements fits in half a
 * gigabyte. Reports with thousands of threats need more.
 */
const usualMegabytes = (kind: WorkKind): number =>
  kind === 'report' || kind === 'reportReadiness' ? 3072 : 512;

/**
 * Makes documents in a few threads or processes, so that other requests do not wait for them. Users
 * take turns, and no user gets all makers. The service stops a document that takes too long or
 * whose client has disconnected.
 */
export const documentsInWorkers = ({
  makers: count = usualMakers,
  maxWaiting = 8,
  start = runInThread(),
  longestMs = 60_000,
  maxMegabytes = usualMegabytes,
}: WorkerOptions = {}): Documents => {
  const makers = Array.from({ length: count }, () =>
    documentMaker({ start, longestMs, maxMegabytes }),
  );
  const idle = [...makers];
  const waiting = fairQueue<Waiting>();
  /** The number of busy makers by user. */
  const busy = new Map<string, number>();
  let isClosed = false;

  const share = Math.max(1, count - 1);
  const busyFor = (userId: string): number => busy.get(userId) ?? 0;

  const next = (): void => {
    const maker = idle.pop();
    if (!maker) return;
    const item = waiting.take((userId) => busyFor(userId) < share);
    if (!item) {
      idle.push(maker);
      return;
    }
    const { userId, job, signal, resolve, reject } = item;
    busy.set(userId, busyFor(userId) + 1);
    const release = (): void => {
      idle.push(maker);
      const left = busyFor(userId) - 1;
      if (left > 0) busy.set(userId, left);
      else busy.delete(userId);
      next();
    };
    void maker.run(job, signal).then(resolve, reject).finally(release);
    next();
  };

  const made = async (job: DocumentJob, { userId, signal, language }: Asked): Promise<unknown> => {
    if (isClosed) throw new Error('The service is being closed');
    if (waiting.countOf(userId) >= maxWaiting) throw new DocumentsBusy();
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const item = { job: { ...job, language }, userId, signal, resolve, reject };
    const leave = (): void => {
      waiting.remove(item);
      reject(new DocumentAbandoned('nobody waits for the document'));
    };
    signal.addEventListener('abort', leave, { once: true });
    waiting.add(item);
    next();
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', leave);
    }
  };

  return {
    make: async <Kind extends WorkKind>(kind: Kind, of: Work[Kind]['of'], asked: Asked) =>
      // The result of a job has the type that `Work` declares for the job's kind.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      (await made({ kind, of } as DocumentJob, asked)) as Work[Kind]['made'],
    close: async () => {
      isClosed = true;
      for (const { reject } of waiting.empty()) reject(new Error('The service is being closed'));
      await Promise.all(makers.map(async (maker) => await maker.end()));
    },
  };
};
