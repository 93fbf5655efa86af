/** Waits for `work` no longer than until `signal` aborts; what is under way goes on by itself. */
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
