import type { HeldVersion } from '../store/expected-merges.ts';
import type { ReadingThread } from '../store/reading-thread.ts';
import type { Store } from '../store/store.ts';

type Dependencies = {
  store: Pick<Store, 'versions' | 'writes'>;
  reading: Pick<ReadingThread, 'ask'>;
};

/** While the store changes again and again, the main process prepares the version. */
const mostRounds = 10;

/**
 * Saves versions of canvases before sync merges them with changes of others. The reading thread holds
 * the state before the merge and prepares the version after it, because that takes up to a second
 * for a large canvas. Call the function before each merge.
 */
export const createMergeKeeper = ({ store, reading }: Dependencies, announce: () => void) => {
  const { versions } = store;

  /** Returns `null` if no state could be held that includes everything. */
  const hold = async (): Promise<number | null> => {
    for (let round = 0; round < mostRounds; round += 1) {
      const writes = store.writes();
      const state = await reading.ask('holdState', undefined);
      if (store.writes() === writes) return state;
      await reading.ask('packHeld', { state, queries: [] });
    }
    return null;
  };

  const prepare = async (
    canvasId: string,
    state: number,
    wanted: readonly HeldVersion[],
  ): Promise<void> => {
    const queries = wanted.map(({ query }) => query);
    const drawings = await reading.ask('packHeld', { state, queries }).catch(() => null);
    if (wanted.length > 0 && versions.keepHeld(canvasId, wanted, drawings)) announce();
  };

  return async (canvasId: string): Promise<void> => {
    if (!versions.needsBeforeMerge(canvasId)) return;
    // If the thread fails, the main process prepares the version.
    const state = await hold().catch(() => null);
    if (state === null) return;
    versions.expectMerge(canvasId);
    // The merge follows at once, without another turn of the event loop.
    setImmediate(() => {
      const wanted = versions.endMerge(canvasId);
      void prepare(canvasId, state, wanted).catch(() => undefined);
    });
  };
};
