/** Random choices that a seed repeats. */
export const createChance = (seed: number) => {
  let state = seed >>> 0;

  /** Between 0 and 1 (mulberry32). */
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);

  return {
    below,
    happens: (probability: number): boolean => next() < probability,
    pick: <Item>(items: readonly Item[]): Item | undefined => items[below(items.length)],
    /** A chance of its own, so that what one actor does says nothing of what another does. */
    fork: () => createChance(below(2 ** 31)),
  };
};

export type Chance = ReturnType<typeof createChance>;
