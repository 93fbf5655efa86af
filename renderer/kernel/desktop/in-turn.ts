import { create } from 'zustand';

/** The number of changes that the store has not confirmed yet. */
export const useUnsaved = create<{ count: number }>(() => ({ count: 0 }));

let last: Promise<unknown> = Promise.resolve();

/** Runs tasks one after another, so that requests reach the store in order. */
export const inTurn = <Result>(task: () => Promise<Result>): Promise<Result> => {
  const result = last.then(task, task);
  // The next task waits for this one but does not fail with it.
  last = result.catch(() => undefined);
  return result;
};

/**
 * Starts a task once all earlier changes are stored: reading sooner would show the old state for a moment.
 * Later tasks do not wait until it ends.
 */
export const whenSaved = (task: () => void): void => void inTurn(async () => task());

/** Runs a change in order and counts it as unsaved until the store has answered. */
export const saveInTurn = async <Result>(task: () => Promise<Result>): Promise<Result> => {
  useUnsaved.setState(({ count }) => ({ count: count + 1 }));
  try {
    return await inTurn(task);
  } finally {
    useUnsaved.setState(({ count }) => ({ count: count - 1 }));
  }
};
