import { create } from 'zustand';

/** How many changes a person has made that the store has not confirmed yet. */
export const useUnsaved = create<{ count: number }>(() => ({ count: 0 }));

let last: Promise<unknown> = Promise.resolve();

/** Does one thing after the other: what is asked of the store arrives in the order it was done. */
export const inTurn = <Result>(task: () => Promise<Result>): Promise<Result> => {
  const result = last.then(task, task);
  // The next task waits for this one and does not fail with it.
  last = result.catch(() => undefined);
  return result;
};

/**
 * Begins something when all that was done before is stored: what is read earlier would show the
 * past for a moment. Nothing waits for its end.
 */
export const whenSaved = (task: () => void): void => void inTurn(async () => task());

/** One after the other, for a change: it counts as unsaved until the store has answered. */
export const saveInTurn = async <Result>(task: () => Promise<Result>): Promise<Result> => {
  useUnsaved.setState(({ count }) => ({ count: count + 1 }));
  try {
    return await inTurn(task);
  } finally {
    useUnsaved.setState(({ count }) => ({ count: count - 1 }));
  }
};
