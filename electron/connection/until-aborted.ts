/**
 * Returns the result of `work`, or rejects as soon as `signal` aborts. The work itself then continues.
 */
export const untilAborted = async <Result>(
  signal: AbortSignal,
  work: Promise<Result>,
): Promise<Result> => {
  const aborted = Promise.withResolvers<never>();
  const stop = (): void => aborted.reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
};
