import type { PackQuery } from './version-reads.ts';

/**
 * A version of a canvas as it was before a merge. Another thread prepares it from a read snapshot,
 * because the store no longer has the state from before the merge.
 */
export type WantedVersion = {
  reason: 'beforeLarge' | 'beforeMerge';
  madeAt: string;
  query: PackQuery;
};

/**
 * Stores which versions another thread has to prepare for each expected merge, and for which canvases
 * the thread is still preparing versions. The thread has a read snapshot of the store from before the
 * merge (see read-snapshots.ts).
 */
export const createExpectedMerges = () => {
  const expected = new Map<string, WantedVersion[]>();
  const preparing = new Set<string>();

  return {
    expect: (canvasId: string): void => {
      if (!expected.has(canvasId)) expected.set(canvasId, []);
    },
    isExpected: (canvasId: string): boolean => expected.has(canvasId),
    isPreparing: (canvasId: string): boolean =>
      preparing.has(canvasId) || (expected.get(canvasId)?.length ?? 0) > 0,

    note: (
      canvasId: string,
      reason: WantedVersion['reason'],
      madeAt: string,
      before?: number,
    ): void => {
      const query = {
        canvasId,
        reason: 'automatic' as const,
        ...(before !== undefined && { before }),
      };
      expected.get(canvasId)?.push({ reason, madeAt, query });
    },

    end: (canvasId: string): WantedVersion[] => {
      const wanted = expected.get(canvasId) ?? [];
      expected.delete(canvasId);
      if (wanted.length > 0) preparing.add(canvasId);
      return wanted;
    },
    prepared: (canvasId: string): void => void preparing.delete(canvasId),
  };
};
