const last = new Map<string, Promise<unknown>>();

/**
 * Runs work under the same key one after the other. Writers of one record would else collide in the
 * database, all but one of them in vain, and again at the next attempt.
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
