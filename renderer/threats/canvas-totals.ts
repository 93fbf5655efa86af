import type { ComponentBadge } from '#shared/desktop/contract.ts';
import { priorityRank } from './order-threats.ts';

type Counted = Pick<
  ComponentBadge,
  'title' | 'openThreatCount' | 'worstPriority' | 'openByPriority'
>;

type CanvasTotals = {
  components: number;
  openThreats: number;
  /** The worst priority first. */
  byPriority: { priority: string; openThreats: number }[];
};

export const canvasTotals = (badges: readonly Counted[]): CanvasTotals => {
  const byPriority = new Map<string, number>();
  for (const [priority, count] of badges.flatMap((badge) => Object.entries(badge.openByPriority))) {
    byPriority.set(priority, (byPriority.get(priority) ?? 0) + count);
  }
  return {
    components: badges.length,
    openThreats: badges.reduce((sum, badge) => sum + badge.openThreatCount, 0),
    byPriority: [...byPriority]
      .map(([priority, openThreats]) => ({ priority, openThreats }))
      .toSorted((a, b) => priorityRank(a.priority) - priorityRank(b.priority)),
  };
};

/** What needs attention first: by the worst open threat, then by how many, then by title. */
export const byAttention = <T extends Counted>(badges: readonly T[], locale: string): T[] => {
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const rank = ({ worstPriority }: T): number =>
    worstPriority === null ? Infinity : priorityRank(worstPriority);
  return badges.toSorted(
    (a, b) =>
      compareNumbers(rank(a), rank(b)) ||
      b.openThreatCount - a.openThreatCount ||
      compare(a.title, b.title),
  );
};

/** Also of infinities, whose difference is not a number. */
const compareNumbers = (a: number, b: number): number => Number(a > b) - Number(a < b);
