import type { WantedVersion } from '../store/expected-merges.ts';
import type { ReadingThread } from '../store/reading-thread.ts';
import type { Store } from '../store/store.ts';

type Dependencies = {
  store: Pick<Store, 'versions' | 'writes'>;
  reading: Pick<ReadingThread, 'ask'>;
};

/**
 * The maximum number of attempts to open a snapshot. An attempt fails if the store changes while the
 * snapshot is opened. If all attempts fail, the main process prepares the version.
 */
const maxAttempts = 10;

/**
 * Returns a function to call before each merge of a canvas with changes of others. It saves a version of
 * the canvas as it was before the merge. The reading thread opens a snapshot of the store before the
 * merge and prepares the version from the snapshot after the merge. So the merge does not wait for the
 * preparation, which takes up to a second for a large canvas.
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
    // If no snapshot can be opened, the main process prepares the version during the merge. If the
    // thread fails after it has opened the snapshot, no version is saved.
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
