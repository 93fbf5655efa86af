import Elk, { type ElkNode } from 'elkjs/lib/elk-api.js';
import workerUrl from 'elkjs/lib/elk-worker.min.js?url';

export type LayoutWorker = {
  layOut: (graph: ElkNode) => Promise<ElkNode>;
  /** Ends it, in the middle of its work too: what it was asked is never answered then. */
  stop: () => void;
};

/**
 * Elk in a thread of its own. It is started for each layout, in some tenths of a second, and does
 * not keep its memory in between.
 */
export const startLayoutWorker = (): LayoutWorker => {
  const worker = new Worker(workerUrl);
  const broken = new Promise<never>((_resolve, reject) => {
    worker.addEventListener('error', ({ message }) => reject(new Error(message)));
  });
  // Whoever waits for a layout hears of it; between two, nobody does.
  broken.catch(() => undefined);
  const elk = new Elk({ workerFactory: () => worker });
  return {
    layOut: async (graph) => await Promise.race([elk.layout(graph), broken]),
    stop: () => worker.terminate(),
  };
};
