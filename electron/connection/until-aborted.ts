/** Waits for `work` until `signal` aborts; the work itself continues. */
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
