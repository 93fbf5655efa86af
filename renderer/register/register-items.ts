import type { RegisterList } from '#shared/desktop/register.ts';

/** A row of the table: the number of a threat, or the head of a group. */
export type RegisterItem = number | { group: string; title: string; count: number };

/** Returns threats and groups in the order of the table. Threats of collapsed groups are left out. */
export const registerItems = (
  { numbers, groups }: RegisterList,
  closed: ReadonlySet<string>,
): readonly RegisterItem[] => {
  if (groups.length === 0) return numbers;
  const items: RegisterItem[] = [];
  let first = 0;
  for (const { key, title, count } of groups) {
    items.push({ group: key, title, count });
    if (!closed.has(key)) {
      for (let index = first; index < first + count; index += 1) {
        const number = numbers[index];
        if (number !== undefined) items.push(number);
      }
    }
    first += count;
  }
  return items;
};

/** Returns the index of the next threat in a direction, or `null` if there is none. */
export const nextThreat = (
  items: readonly RegisterItem[],
  from: number,
  by: 1 | -1,
): number | null => {
  for (let index = from + by; index >= 0 && index < items.length; index += by) {
    if (typeof items[index] === 'number') return index;
  }
  return null;
};
