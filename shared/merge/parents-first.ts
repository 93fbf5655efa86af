/** Returns the IDs that are in a cycle of parents. */
export const circlesAmong = (
  ids: Iterable<string>,
  parentOf: (id: string) => string | undefined,
): string[] => {
  const visited = new Set<string>();
  const found: string[] = [];
  for (const start of ids) {
    const path = new Set<string>();
    let at = parentOf(start) === undefined ? undefined : start;
    while (at !== undefined && !visited.has(at) && !path.has(at)) {
      path.add(at);
      at = parentOf(at);
    }
    const steps = [...path];
    if (at !== undefined && path.has(at)) found.push(...steps.slice(steps.indexOf(at)));
    for (const id of steps) visited.add(id);
  }
  return found;
};

/**
 * Returns the IDs in the same order, except that a parent after its child moves directly before the
 * child. In a cycle, the parent that would close the cycle does not move.
 */
export const parentsFirst = (
  ids: readonly string[],
  parentsOf: (id: string) => readonly string[],
): string[] => {
  const seen = new Set<string>();
  const isSo = ids.every((id) => {
    seen.add(id);
    return parentsOf(id).every((parent) => seen.has(parent));
  });
  if (isSo) return [...ids];
  const waiting = new Set(ids);
  const open = new Set<string>();
  const ordered: string[] = [];
  for (const start of ids) {
    const stack = waiting.has(start) ? [start] : [];
    for (let id = stack.at(-1); id !== undefined; id = stack.at(-1)) {
      open.add(id);
      const next = parentsOf(id).find((parent) => waiting.has(parent) && !open.has(parent));
      if (next === undefined) {
        stack.pop();
        waiting.delete(id);
        ordered.push(id);
      } else stack.push(next);
    }
  }
  return ordered;
};

/**
 * Returns the IDs in a cycle of parents or below such a cycle. No order can have each of these IDs after
 * all of its parents.
 */
export const withoutOrder = (
  ids: readonly string[],
  parentsOf: (id: string) => readonly string[],
): ReadonlySet<string> => {
  const children = new Map<string, string[]>(ids.map((id) => [id, []]));
  const missing = new Map<string, number>();
  for (const id of ids) {
    const parents = parentsOf(id);
    missing.set(id, parents.length);
    for (const parent of parents) children.get(parent)?.push(id);
  }
  const left = new Set(ids);
  const free = ids.filter((id) => missing.get(id) === 0);
  for (let id = free.pop(); id !== undefined; id = free.pop()) {
    left.delete(id);
    for (const child of children.get(id) ?? []) {
      const count = (missing.get(child) ?? 0) - 1;
      missing.set(child, count);
      if (count === 0) free.push(child);
    }
  }
  return left;
};
