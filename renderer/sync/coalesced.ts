/**
 * Returns a function that runs the task. If the function is called during a run, even several times, the
 * task runs only once more afterwards. So a thousand events cause only a few reads, and the last read
 * begins after the last event.
 */
export const coalesced = (task: () => Promise<unknown>): (() => void) => {
  let isRunning = false;
  let isWanted = false;
  const run = async (): Promise<void> => {
    isRunning = true;
    while (isWanted) {
      isWanted = false;
      await task().catch(() => undefined);
    }
    isRunning = false;
  };
  return () => {
    isWanted = true;
    if (!isRunning) void run();
  };
};
