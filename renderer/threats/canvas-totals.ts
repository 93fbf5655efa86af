import type { ComponentBadge } from '#shared/desktop/contract.ts';
import { priorityRank } from '../kernel/records/severity.tsx';

type Counted = Pick<
  ComponentBadge,
  'title' | 'openThreatCount' | 'worstPriority' | 'openByPriority'
>;

type CanvasTotals = {
  components: number;
  openThreats: number;
  /** The numbers of open threats by priority, the highest priority first. */
  byPriority: { priority: string; openThreats: number }[];
};

export const canvasTotals = (badges: readonly Counted[]): CanvasTotals => {
  const byPriority = new Map<string, number>();
  for (const { openThreatCount, openByPriority } of badges) {
    if (openThreatCount === 0) continue;
    for (const [priority, count] of Object.entries(openByPriority)) {
      byPriority.set(priority, (byPriority.get(priority) ?? 0) + count);
    }
  }
  return {
    components: badges.length,
    openThreats: badges.reduce((sum, badge) => sum + badge.openThreatCount, 0),
    byPriority: [...byPriority]
      .map(([priority, openThreats]) => ({ priority, openThreats }))
      .toSorted((a, b) => priorityRank(a.priority) - priorityRank(b.priority)),
  };
};

/**
 * Returns at most `limit` components, sorted by the highest priority of their open threats, then by the
 * number of open threats, then by title. It does not sort all components, because sorting 20,000 titles
 * takes too long.
 */
export const byAttention = <T extends Counted>(
  badges: readonly T[],
  locale: string,
  limit = Infinity,
): T[] => {
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const rank = ({ worstPriority }: T): number =>
    worstPriority === null ? Infinity : priorityRank(worstPriority);
  const inOrder = (a: T, b: T): number =>
    compareNumbers(rank(a), rank(b)) ||
    b.openThreatCount - a.openThreatCount ||
    compare(a.title, b.title);
  const first: T[] = [];
  for (const badge of badges) {
    const last = first.length < limit ? undefined : first.at(-1);
    if (last && inOrder(badge, last) >= 0) continue;
    if (last) first.pop();
    first.splice(insertionIndex(badge, first, inOrder), 0, badge);
  }
  return first;
};

/**
 * Returns the index at which to insert an item into a sorted list. The item comes after entries of the
 * same rank.
 */
const insertionIndex = <T>(
  item: T,
  sorted: readonly T[],
  inOrder: (a: T, b: T) => number,
): number => {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const other = sorted[middle];
    if (other !== undefined && inOrder(other, item) <= 0) from = middle + 1;
    else to = middle;
  }
  return from;
};

/**
 * Compares two numbers. They cannot be subtracted, because the difference of two infinities is not a
 * number.
 */
const compareNumbers = (a: number, b: number): number => Number(a > b) - Number(a < b);
