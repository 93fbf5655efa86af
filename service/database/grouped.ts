/** Groups values by key. The values of a group keep their order. */
export const grouped = <Value>(
  entries: Iterable<readonly [key: string, value: Value]>,
): Map<string, Value[]> => {
  const groups = new Map<string, Value[]>();
  for (const [key, value] of entries) {
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
};
