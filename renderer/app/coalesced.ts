/**
 * The same task, asked for as often as one likes: while it runs, all further wishes become one more
 * run after it. What is announced a thousand times in a row is read some few times, and never last
 * before the last announcement.
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
