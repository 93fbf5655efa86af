/**
 * Gives each caller the requested ID or, if it is taken, one that nobody else requests: `x`, `x-2`,
 * `x-3`. Keeps a count for each ID, so that a thousand requests for one ID take no longer than for
 * different IDs.
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
