/** A priority queue, which returns the number with the smallest cost first. */
type SmallestFirst = {
  add: (item: number, cost: number) => void;
  /** Removes and returns the number with the smallest cost. Returns `null` if the queue is empty. */
  take: () => number | null;
};

/** Returns an empty queue, as a binary heap. */
export const smallestFirst = (): SmallestFirst => {
  const items: number[] = [];
  const costs: number[] = [];
  const costAt = (at: number): number => costs[at] ?? Infinity;

  /** Copies an entry to another position. The next copy or `put` overwrites the old position. */
  const move = (from: number, to: number): void => {
    items[to] = items[from] ?? 0;
    costs[to] = costAt(from);
  };
  const put = (at: number, item: number, cost: number): void => {
    items[at] = item;
    costs[at] = cost;
  };
  return {
    add: (item, cost) => {
      let at = items.length;
      items.push(item);
      costs.push(cost);
      while (at > 0) {
        const up = (at - 1) >> 1;
        if (costAt(up) <= cost) break;
        move(up, at);
        at = up;
      }
      put(at, item, cost);
    },
    take: () => {
      const [first] = items;
      const [item, cost] = [items.pop(), costs.pop()];
      if (first === undefined || item === undefined || cost === undefined) return null;
      const { length } = items;
      if (length === 0) return first;
      let at = 0;
      for (;;) {
        const left = 2 * at + 1;
        if (left >= length) break;
        const right = left + 1;
        const smaller = right < length && costAt(right) < costAt(left) ? right : left;
        if (costAt(smaller) >= cost) break;
        move(smaller, at);
        at = smaller;
      }
      put(at, item, cost);
      return first;
    },
  };
};
