/** Returns the list with one item moved to another position. */
export const reordered = (ids: readonly string[], id: string, index: number): string[] => {
  const others = ids.filter((each) => each !== id);
  return [...others.slice(0, index), id, ...others.slice(index)];
};

/** Returns the first name that is not taken. `nameOf` is called with the numbers 1, 2, 3, and so on. */
export const copyName = (taken: readonly string[], nameOf: (number: number) => string): string => {
  for (let number = 1; ; number += 1) {
    const name = nameOf(number);
    if (!taken.includes(name)) return name;
  }
};

type Extent = { id: string; start: number; end: number };

/**
 * Returns the index at which the tab `id` is dropped, which is after all other tabs whose middle is
 * before `point`. In a right-to-left window, the caller mirrors the coordinates.
 */
export const indexAt = (tabs: readonly Extent[], id: string, point: number): number =>
  tabs.filter((tab) => tab.id !== id && (tab.start + tab.end) / 2 < point).length;
