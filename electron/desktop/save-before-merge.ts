import type { WantedVersion } from '../store/expected-merges.ts';
import type { ReadingThread } from '../store/reading-thread.ts';
import type { Store } from '../store/store.ts';

type Dependencies = {
  store: Pick<Store, 'versions' | 'writes'>;
  reading: Pick<ReadingThread, 'ask'>;
};

/**
 * The number of attempts to open a snapshot while the store keeps changing. If all of them fail, the
 * main process prepares the version.
 */
const maxAttempts = 10;

/**
 * Returns a function to call before each merge of a canvas with changes of others. It saves a version of
 * the canvas as it was before the merge. The reading thread opens a snapshot of the store before the
 * merge. It prepares the version only after the merge, because that takes up to a second for a large
 * canvas.
 */
export const createSaveBeforeMerge = ({ store, reading }: Dependencies, announce: () => void) => {
  const { versions } = store;

  /**
   * Opens a snapshot of the store. Returns `null` if the store changed during each attempt, because then
   * no snapshot is up to date.
   */
  const open = async (): Promise<number | null> => {
    for (let round = 0; round < maxAttempts; round += 1) {
      const writes = store.writes();
      const snapshot = await reading.ask('openSnapshot', undefined);
      if (store.writes() === writes) return snapshot;
      await reading.ask('packFromSnapshot', { snapshot, queries: [] });
    }
    return null;
  };

  const prepare = async (
    canvasId: string,
    snapshot: number,
    wanted: readonly WantedVersion[],
  ): Promise<void> => {
    const queries = wanted.map(({ query }) => query);
    const drawings = await reading.ask('packFromSnapshot', { snapshot, queries }).catch(() => null);
    if (wanted.length > 0 && versions.saveMerged(canvasId, wanted, drawings)) announce();
  };

  return async (canvasId: string): Promise<void> => {
    if (!versions.needsBeforeMerge(canvasId)) return;
    // If there is no snapshot or the thread fails, the main process prepares the version.
    const snapshot = await open().catch(() => null);
    if (snapshot === null) return;
    versions.expectMerge(canvasId);
    // The caller merges in the same turn of the event loop, so this callback runs after the merge.
    setImmediate(() => {
      const wanted = versions.endMerge(canvasId);
      void prepare(canvasId, snapshot, wanted).catch(() => undefined);
    });
  };
};
