import type { Fetch } from './fetch.ts';

/**
 * Returns a `fetch` that sends at most `atOnce` requests at a time. Other requests wait in the order of
 * their arrival. A request occupies a slot until the inner `fetch` settles. Aborting a waiting request
 * removes it from the queue.
 */
export const createQueuedFetch = (fetch: Fetch, atOnce: number): Fetch => {
  let free = atOnce;
  // A set keeps insertion order and allows removal from the middle.
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

  /**
   * Passes the slot to the next request in the queue, so that a new request cannot take it first.
   */
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
