import { storedDocumentSchema } from '#shared/canvas/document.ts';
import type { ReadingThread } from '../store/reading-thread.ts';
import type { Store } from '../store/store.ts';

type Dependencies = {
  versions: Pick<Store['versions'], 'save' | 'findWork' | 'savePrepared' | 'prune'>;
  /** The reading thread prepares versions, because that takes long for a canvas with many threats. */
  reading: Pick<ReadingThread, 'ask'>;
};

const checkEveryMs = 30_000;
const pruneEveryMs = 60 * 60_000;
/**
 * The time, in ms, between the opening of a canvas and the preparation of a version of it. Compressing a
 * large drawing takes a while, so the other requests for the opened canvas go first.
 */
const afterOpeningMs = 1000;

/** Saves automatic versions of canvases: when a canvas is opened, and at intervals while it changes. */
export const createAutomaticVersions = (
  { versions, reading }: Dependencies,
  announce: () => void,
) => {
  const opened = new Set<string>();
  const soon = new Set<NodeJS.Timeout>();
  let isChecking = false;
  let hasStopped = false;

  const saveOpened = async (canvasId: string, found: string): Promise<boolean> => {
    const query = { canvasId, reason: 'automatic', document: found } as const;
    try {
      const drawing = await reading.ask('packVersion', query);
      return !hasStopped && versions.savePrepared(canvasId, 'opened', drawing);
    } catch {
      // The reading thread failed, so the main process saves the version itself. It does so at once,
      // because no later check saves a canvas as it was opened.
      if (hasStopped) return false;
      return versions.save(canvasId, 'opened', storedDocumentSchema.parse(JSON.parse(found)));
    }
  };

  /** Saves versions of the canvases that need one. If saving fails, the next check tries again. */
  const saveWork = async (): Promise<void> => {
    if (isChecking) return;
    isChecking = true;
    try {
      const { due, large } = versions.findWork();
      let isSaved = false;
      for (const { canvasId, seq: before } of large) {
        const drawing = await reading.ask('packVersion', { canvasId, reason: 'automatic', before });
        if (hasStopped) return;
        isSaved = versions.savePrepared(canvasId, 'beforeLarge', drawing) || isSaved;
      }
      for (const canvasId of due) {
        const drawing = await reading.ask('packVersion', { canvasId, reason: 'automatic' });
        if (hasStopped) return;
        isSaved = versions.savePrepared(canvasId, 'work', drawing) || isSaved;
      }
      if (isSaved) announce();
    } finally {
      isChecking = false;
    }
  };

  const regular = [
    setInterval(() => void saveWork().catch(() => undefined), checkEveryMs),
    setInterval(versions.prune, pruneEveryMs),
  ];
  for (const timer of regular) timer.unref();

  return {
    /**
     * Saves a version when a canvas is opened for the first time since the start of the app. `found` is
     * the canvas document as JSON.
     */
    opened: (canvasId: string, found: string): void => {
      if (opened.has(canvasId)) return;
      opened.add(canvasId);
      const timer = setTimeout(() => {
        soon.delete(timer);
        void saveOpened(canvasId, found).then((isSaved) => isSaved && announce());
        if (opened.size === 1) versions.prune();
      }, afterOpeningMs);
      soon.add(timer);
    },

    stop: (): void => {
      hasStopped = true;
      for (const timer of [...soon, ...regular]) clearTimeout(timer);
    },
  };
};
