import type { RegisterItem } from './register-items.ts';

/** A mounted row. While the key stays the same, React keeps the DOM element of the row. */
export type MountedRow = { key: string; rowIndex: number; item: RegisterItem };

type Options = {
  /** The index of the row that may have the focus. */
  active: number;
  isScrolling: boolean;
};

const keyOf = (item: RegisterItem): string | null =>
  typeof item === 'number' ? null : `group ${item.group}`;

/**
 * Returns a function that assigns a DOM element to the row at each index. React identifies the element
 * by the key of the row. While the table is scrolled, a row that comes into view reuses the element of a
 * row that has left the view. Making a new element takes several times as long as putting new texts into
 * an old element, mostly because of its styles.
 *
 * During scrolling, elements keep their order. When scrolling ends, they get the order of the rows,
 * because screen readers follow the order of the elements.
 */
export const rowElements = () => {
  let mounted: readonly MountedRow[] = [];
  let focused: RegisterItem | undefined;
  let made = 0;

  return (
    items: readonly RegisterItem[],
    rowIndexes: readonly number[],
    { active, isScrolling }: Options,
  ): readonly MountedRow[] => {
    const wanted = new Map<RegisterItem, number>();
    for (const rowIndex of rowIndexes) {
      const item = items[rowIndex];
      if (item !== undefined) wanted.set(item, rowIndex);
    }
    const stays = (item: RegisterItem): boolean => wanted.has(item);
    const known = new Set(mounted.map(({ item }) => item));
    const added = [...wanted.keys()].filter((item) => !known.has(item));
    const next: MountedRow[] = [];
    for (const { key, item } of mounted) {
      // The focused element is not reused, because the focus would pass to another row.
      const isFree = !stays(item) && typeof item === 'number' && item !== focused && isScrolling;
      const rowItem = stays(item) ? item : isFree ? takeThreat(added) : undefined;
      if (rowItem !== undefined)
        next.push({ key, item: rowItem, rowIndex: wanted.get(rowItem) ?? 0 });
    }
    for (const item of added) {
      made += 1;
      next.push({ key: keyOf(item) ?? `row ${made}`, item, rowIndex: wanted.get(item) ?? 0 });
    }
    focused = items[active];
    mounted = isScrolling ? next : next.toSorted((one, other) => one.rowIndex - other.rowIndex);
    return mounted;
  };
};

/**
 * Removes the first threat from the list and returns it, or returns `undefined` if the list has only
 * groups.
 */
const takeThreat = (added: RegisterItem[]): RegisterItem | undefined => {
  const at = added.findIndex((item) => typeof item === 'number');
  return at < 0 ? undefined : added.splice(at, 1)[0];
};
