export type FairQueue<Item> = {
  add: (item: Item) => void;
  remove: (item: Item) => void;
  /**
   * Removes and returns the first item of the next user for whom `mayHaveTurn` returns true. Returns
   * `undefined` if there is no such user.
   */
  take: (mayHaveTurn: (userId: string) => boolean) => Item | undefined;
  countOf: (userId: string) => number;
  /** Removes and returns all items. */
  empty: () => Item[];
};

/** Returns a queue in which users take turns. The items of one user keep their order. */
export const fairQueue = <Item extends { userId: string }>(): FairQueue<Item> => {
  /** The items by user, in the order of the users' turns. Contains only users with items. */
  const users = new Map<string, Item[]>();
  return {
    add: (item) => {
      const own = users.get(item.userId);
      if (own) own.push(item);
      else users.set(item.userId, [item]);
    },
    remove: (item) => {
      const left = (users.get(item.userId) ?? []).filter((other) => other !== item);
      if (left.length > 0) users.set(item.userId, left);
      else users.delete(item.userId);
    },
    take: (mayHaveTurn) => {
      for (const [userId, [first, ...rest]] of users) {
        if (!first || !mayHaveTurn(userId)) continue;
        users.delete(userId);
        if (rest.length > 0) users.set(userId, rest);
        return first;
      }
      return undefined;
    },
    countOf: (userId) => users.get(userId)?.length ?? 0,
    empty: () => {
      const all = [...users.values()].flat();
      users.clear();
      return all;
    },
  };
};
