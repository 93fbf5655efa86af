const firstRetryMs = 1_000;
const maxRetryMs = 60_000;

/** Returns the time before the n-th retry, in milliseconds; `chance` is between 0 and 1. */
export const retryDelayMs = (attempt: number, chance: number): number =>
  Math.min(maxRetryMs, firstRetryMs * 2 ** attempt) * (0.5 + chance / 2);
