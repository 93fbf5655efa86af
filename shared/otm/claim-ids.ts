/**
 * Returns a function that gives each caller the requested ID. If this ID is taken, it gives an ID that
 * nobody else requests, such as `x-2` or `x-3` for `x`. The function keeps a count for each ID, so a
 * thousand requests for one ID take no longer than requests for different IDs.
 */
export const claimIds = (wanted: Iterable<string>): ((id: string) => string) => {
  const taken = new Set(wanted);
  const given = new Set<string>();
  const next = new Map<string, number>();
  return (id) => {
    if (!given.has(id)) {
      given.add(id);
      taken.add(id);
      return id;
    }
    let count = next.get(id) ?? 2;
    while (taken.has(`${id}-${count}`)) count += 1;
    next.set(id, count + 1);
    const free = `${id}-${count}`;
    taken.add(free);
    given.add(free);
    return free;
  };
};
