import { storedDocumentSchema } from '#shared/canvas/document.ts';
import type { Store } from '../store/store.ts';

type Versions = Pick<Store['versions'], 'keep' | 'keepWork' | 'prune'>;

const lookEveryMs = 30_000;
const pruneEveryMs = 60 * 60_000;
/** Compressing a large drawing takes a while, so other requests of an opening canvas go first. */
const afterOpeningMs = 1000;

/** Saves automatic versions of the canvases when the app is idle. */
export const createHistoryKeeper = (versions: Versions, announce: () => void) => {
  const opened = new Set<string>();
  const soon = new Set<NodeJS.Timeout>();
  const regular = [
    setInterval(() => {
      if (versions.keepWork()) announce();
    }, lookEveryMs),
    setInterval(versions.prune, pruneEveryMs),
  ];
  for (const timer of regular) timer.unref();

  return {
    /**
     * Saves the canvas as it was found, given as JSON, the first time it is opened after a start.
     */
    opened: (canvasId: string, found: string): void => {
      if (opened.has(canvasId)) return;
      opened.add(canvasId);
      const timer = setTimeout(() => {
        soon.delete(timer);
        const document = storedDocumentSchema.parse(JSON.parse(found));
        if (versions.keep(canvasId, 'opened', document)) announce();
        if (opened.size === 1) versions.prune();
      }, afterOpeningMs);
      soon.add(timer);
    },

    stop: (): void => {
      for (const timer of [...soon, ...regular]) clearTimeout(timer);
    },
  };
};
