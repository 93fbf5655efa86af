/**
 * Gives each record one name for all its IDs. These are the ID in the store that created the record, and
 * the IDs that the record had at the service.
 */
export const createLineages = () => {
  const parents = new Map<string, string>();
  const next = new Map<string, Set<string>>();
  const originals = new Set<string>();

  const of = (id: string): string => {
    const parent = parents.get(id);
    return parent === undefined ? id : of(parent);
  };

  return {
    of,

    /** Call when the record with the ID `id` gets the ID `later`. */
    follow: (id: string, later: string): void => {
      if (!originals.has(id)) next.set(id, (next.get(id) ?? new Set()).add(later));
      const [a, b] = [of(id), of(later)];
      if (a !== b) parents.set(b, a);
    },

    /**
     * Call when the record with this ID is copied. The next ID for it belongs to the copy, so that ID
     * does not count as a later ID of the original.
     */
    copy: (id: string): void => void originals.add(id),

    /**
     * Returns this ID and the IDs that followed it. If two people each created a deleted record again,
     * neither of the two new IDs follows the other.
     */
    since: (id: string): Set<string> => {
      const found = new Set([id]);
      for (const each of found) for (const later of next.get(each) ?? []) found.add(later);
      return found;
    },
  };
};

export type Lineages = ReturnType<typeof createLineages>;
