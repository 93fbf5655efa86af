/** Returns the values by name. A name that repeats is numbered: `Risk`, `Risk 2`, `Risk 3`. */
export const attributesNamed = (
  found: readonly (readonly [string, string])[],
): Record<string, string> => {
  const attributes = new Map<string, string>();
  const counts = new Map<string, number>();
  for (const [name, value] of found) {
    const numbered = (count: number) => (count === 1 ? name : `${name} ${count}`);
    let count = (counts.get(name) ?? 0) + 1;
    while (attributes.has(numbered(count))) count += 1;
    counts.set(name, count);
    attributes.set(numbered(count), value);
  }
  return Object.fromEntries(attributes);
};
