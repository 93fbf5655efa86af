const burstSeconds = 10;

export type Rate = {
  /**
   * Counts a request of a key and returns 0 if the request may be served. Otherwise returns the seconds
   * to wait.
   */
  secondsToWait: (key: string) => number;
};

type Bucket = { left: number; at: number };

/**
 * Limits the requests of each key to an average number per second (a token bucket). A key that sends
 * less can save up the requests of ten seconds. After ten seconds without requests, the bucket of a key
 * is full, as at the beginning, so the key is forgotten.
 */
export const rateOf = (perSecond: number, nowMs = () => performance.now()): Rate => {
  const full = perSecond * burstSeconds;
  let recent = new Map<string, Bucket>();
  let before = new Map<string, Bucket>();
  let begun = nowMs();

  const bucketOf = (key: string, now: number): Bucket => {
    if (now - begun > burstSeconds * 1000) {
      before = recent;
      recent = new Map();
      begun = now;
    }
    const bucket = recent.get(key) ?? before.get(key) ?? { left: full, at: now };
    recent.set(key, bucket);
    return bucket;
  };

  return {
    secondsToWait: (key) => {
      if (perSecond === Infinity) return 0;
      const now = nowMs();
      const bucket = bucketOf(key, now);
      bucket.left = Math.min(full, bucket.left + ((now - bucket.at) / 1000) * perSecond);
      bucket.at = now;
      if (bucket.left < 1) return Math.ceil((1 - bucket.left) / perSecond);
      bucket.left -= 1;
      return 0;
    },
  };
};
