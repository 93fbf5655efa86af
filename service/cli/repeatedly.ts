type Repeated = {
  /** Nothing begins any more, and what is under way is waited for. */
  stop: () => Promise<void>;
};

type Repetition = {
  everyMs: number;
  work: () => Promise<void>;
  onFailure: (error: unknown) => void;
};

/** Does it now and then again and again, never twice at once, without keeping the process alive. */
export const repeatedly = ({ everyMs, work, onFailure }: Repetition): Repeated => {
  let underWay: Promise<void> | undefined;
  const begin = () => {
    underWay ??= work()
      .catch(onFailure)
      .finally(() => {
        underWay = undefined;
      });
  };
  begin();
  const timer = setInterval(begin, everyMs).unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await underWay;
    },
  };
};
