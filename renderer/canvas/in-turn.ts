let last: Promise<unknown> = Promise.resolve();

/** Does one thing after the other: what is asked of the store arrives in the order it was done. */
export const inTurn = <Result>(task: () => Promise<Result>): Promise<Result> => {
  const result = last.then(task, task);
  // The next task waits for this one and does not fail with it.
  last = result.catch(() => undefined);
  return result;
};
