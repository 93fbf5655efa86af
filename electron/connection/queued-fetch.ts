import type { Fetch } from './fetch.ts';

/**
 * Sends at most `places` requests at a time; the others wait their turn in the order they came. A
 * request has its place until `fetch` settles; one that is aborted while it waits leaves the queue.
 */
export const createQueuedFetch = (fetch: Fetch, places: number): Fetch => {
  let free = places;
  // A set keeps its order, and anybody can leave it from anywhere.
  const queue = new Set<() => void>();

  const enter = async (signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    if (free > 0) {
      free -= 1;
      return;
    }
    const turn = Promise.withResolvers<void>();
    const leave = (): void => {
      queue.delete(turn.resolve);
      turn.reject(signal.reason);
    };
    queue.add(turn.resolve);
    signal.addEventListener('abort', leave, { once: true });
    await turn.promise;
    signal.removeEventListener('abort', leave);
  };

  /** The place goes to the next in the queue rather than to whoever comes first now. */
  const exit = (): void => {
    const [next] = queue;
    if (!next) {
      free += 1;
      return;
    }
    queue.delete(next);
    next();
  };

  return async (request) => {
    await enter(request.signal);
    try {
      return await fetch(request);
    } finally {
      exit();
    }
  };
};
