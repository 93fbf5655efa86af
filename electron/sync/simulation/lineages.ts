/**
 * One name for all the ids of a record: the one in the store that made it, and those that it had at
 * the service one after the other.
 */
export const createLineages = () => {
  const parents = new Map<string, string>();

  const of = (id: string): string => {
    const parent = parents.get(id);
    return parent === undefined ? id : of(parent);
  };

  return {
    of,
    join: (one: string, other: string): void => {
      const [a, b] = [of(one), of(other)];
      if (a !== b) parents.set(b, a);
    },
  };
};

export type Lineages = ReturnType<typeof createLineages>;
