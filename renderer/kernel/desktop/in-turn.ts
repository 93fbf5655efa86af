import { create } from 'zustand';

/** The number of changes that the store has not confirmed yet. */
export const useUnsaved = create<{ count: number }>(() => ({ count: 0 }));

let last: Promise<unknown> = Promise.resolve();

/** Runs a task after all earlier tasks, so that requests reach the store in order. */
export const inTurn = <Result>(task: () => Promise<Result>): Promise<Result> => {
  const result = last.then(task, task);
  // The next task runs even if this task fails.
  last = result.catch(() => undefined);
  return result;
};

/**
 * Starts a task after all earlier changes are stored, because an earlier read would show the old state
 * for a moment. Later changes do not wait for the requests that the task starts.
 */
export const whenSaved = (task: () => void): void => void inTurn(async () => task());

let begun = 0;

/**
 * Returns how many changes have begun. If the number is the same as when something was asked for, the
 * answer has all changes of this person.
 */
export const changesBegun = (): number => begun;

/** Counts a change as unsaved until it is done. */
export const asUnsaved = async <Result>(change: () => Promise<Result>): Promise<Result> => {
  begun += 1;
  useUnsaved.setState(({ count }) => ({ count: count + 1 }));
  try {
    return await change();
  } finally {
    useUnsaved.setState(({ count }) => ({ count: count - 1 }));
  }
};

/** Runs a change after all earlier tasks, and counts it as unsaved until the store has answered. */
export const saveInTurn = <Result>(task: () => Promise<Result>): Promise<Result> =>
  asUnsaved(() => inTurn(task));
