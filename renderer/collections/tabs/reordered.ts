/** The list with one of it at another place. */
export const reordered = (ids: readonly string[], id: string, place: number): string[] => {
  const others = ids.filter((each) => each !== id);
  return [...others.slice(0, place), id, ...others.slice(place)];
};

/** A name that nothing has yet, for what is a copy. */
export const copyName = (taken: readonly string[], nameOf: (number: number) => string): string => {
  for (let number = 1; ; number += 1) {
    const name = nameOf(number);
    if (!taken.includes(name)) return name;
  }
};

type Extent = { id: string; start: number; end: number };

/**
 * Where a tab that is held at a point would go among the others: behind all whose middle is before
 * the point. In a window that reads from right to left the axis is turned around by the caller.
 */
export const placeAt = (tabs: readonly Extent[], id: string, point: number): number =>
  tabs.filter((tab) => tab.id !== id && (tab.start + tab.end) / 2 < point).length;
