const isNameIn = <Name extends string>(
  table: Readonly<Record<Name, unknown>>,
  name: string,
): name is Name => Object.hasOwn(table, name);

/** Returns the keys of a table, with their exact type. */
export const namesOf = <Name extends string>(table: Readonly<Record<Name, unknown>>): Name[] =>
  Object.keys(table).filter((name) => isNameIn(table, name));

const hashOf = (text: string, salt: number): number => {
  let hash = salt ^ 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
};

/** Creates a source of random choices. The same seed gives the same choices. */
export const createChance = (seed: number) => {
  let state = seed >>> 0;

  /** Returns a number between 0 and 1 (algorithm: mulberry32). */
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

    /**
     * Picks an item by a hash of its name, so adding or removing other items rarely changes the choice.
     */
    choose: <Item>(items: readonly Item[], nameOf: (item: Item) => string): Item | undefined => {
      const salt = below(2 ** 31);
      const ranked = items.map((item) => ({ item, rank: hashOf(nameOf(item), salt) }));
      return ranked.reduce<(typeof ranked)[number] | undefined>(
        (best, each) => (best && best.rank >= each.rank ? best : each),
        undefined,
      )?.item;
    },

    /** Picks a name with a probability proportional to its weight. */
    weighted: <Name extends string>(table: Readonly<Record<Name, { weight: number }>>): Name => {
      const names = namesOf(table);
      const total = names.reduce((sum, name) => sum + table[name].weight, 0);
      let left = next() * total;
      for (const name of names) {
        left -= table[name].weight;
        if (left < 0) return name;
      }
      throw new Error('the table is empty');
    },

    /**
     * Returns an independent source of choices, so that the choices of one actor do not depend on those
     * of another.
     */
    fork: () => createChance(below(2 ** 31)),
  };
};

export type Chance = ReturnType<typeof createChance>;
