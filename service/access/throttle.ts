type Failures = { count: number; until: number };

type Throttle = {
  /** Seconds to wait before the next attempt; 0 when it may be made. */
  wait: (key: string) => number;
  failed: (key: string) => void;
  succeeded: (key: string) => void;
};

const longestWaitMs = 15 * 60_000;
const mostKeys = 10_000;

/**
 * Slows down repeated failures: after `free` of them each further one doubles the wait, from one
 * second to a quarter of an hour. Kept in memory, and bounded, since keys come from strangers.
 */
export const createThrottle = (free: number, now: () => Date): Throttle => {
  const failures = new Map<string, Failures>();
  return {
    wait: (key) => {
      const left = (failures.get(key)?.until ?? 0) - now().getTime();
      return left > 0 ? Math.ceil(left / 1000) : 0;
    },
    failed: (key) => {
      const count = (failures.get(key)?.count ?? 0) + 1;
      const pause = count > free ? Math.min(1000 * 2 ** (count - free - 1), longestWaitMs) : 0;
      // Set anew, so that the key is the youngest: the oldest goes first when there are too many.
      failures.delete(key);
      failures.set(key, { count, until: now().getTime() + pause });
      const [oldest] = failures.keys();
      if (failures.size > mostKeys && oldest !== undefined) failures.delete(oldest);
    },
    succeeded: (key) => {
      failures.delete(key);
    },
  };
};
