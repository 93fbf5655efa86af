const last = new Map<string, Promise<unknown>>();

/**
 * Runs work with the same key one after another. Otherwise concurrent writers of one record would
 * collide in the database, and all but one would have to retry.
 */
export const inTurn = async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
  const before = last.get(key);
  const mine = (before ?? Promise.resolve()).then(work, work);
  last.set(key, mine);
  try {
    return await mine;
  } finally {
    if (last.get(key) === mine) last.delete(key);
  }
};
