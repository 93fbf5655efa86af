const last = new Map<string, Promise<unknown>>();

/**
 * Runs calls with the same key one after another. Otherwise concurrent writes to one record would
 * collide in the database, and all but one of them would have to run again.
 */
export const inTurn = async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
  const before = last.get(key);
  const result = (before ?? Promise.resolve()).then(work, work);
  last.set(key, result);
  try {
    return await result;
  } finally {
    if (last.get(key) === result) last.delete(key);
  }
};
