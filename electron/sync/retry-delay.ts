const firstRetryMs = 1_000;
const maxRetryMs = 60_000;

/**
 * Returns how long to wait before a retry, in milliseconds. `attempt` is 0 for the first retry, and
 * `chance` is a random number between 0 and 1.
 */
export const retryDelayMs = (attempt: number, chance: number): number =>
  Math.min(maxRetryMs, firstRetryMs * 2 ** attempt) * (0.5 + chance / 2);
