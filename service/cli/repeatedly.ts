type Repeated = {
  /** Prevents further runs, and waits until the current run has ended. */
  stop: () => Promise<void>;
};

type Repetition = {
  everyMs: number;
  work: () => Promise<void>;
  onFailure: (error: unknown) => void;
};

/**
 * Runs `work` immediately and then every `everyMs` milliseconds, but never twice at the same time. Does
 * not keep the process alive.
 */
export const repeatedly = ({ everyMs, work, onFailure }: Repetition): Repeated => {
  let running: Promise<void> | undefined;
  const begin = () => {
    running ??= work()
      .catch(onFailure)
      .finally(() => {
        running = undefined;
      });
  };
  begin();
  const timer = setInterval(begin, everyMs).unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
};
