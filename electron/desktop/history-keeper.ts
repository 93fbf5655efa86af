import { storedDocumentSchema } from '#shared/canvas/document.ts';
import type { Store } from '../store/store.ts';

type Versions = Pick<Store['versions'], 'keep' | 'keepWork' | 'prune'>;

const lookEveryMs = 30_000;
const pruneEveryMs = 60 * 60_000;
/** Compressing a large drawing takes a while, and what else an opening canvas asks for goes first. */
const afterOpeningMs = 1000;

/** Makes the automatic points of the canvases' histories, in moments when nothing waits for it. */
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
    /** The first time after a start it is kept how the canvas was found, here as JSON. */
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
