import type { ComponentBadge } from '#shared/desktop/contract.ts';
import { priorityRank } from './order-threats.ts';

type Counted = Pick<ComponentBadge, 'title' | 'openThreatCount' | 'worstPriority'>;

type CanvasTotals = {
  components: number;
  openThreats: number;
  /** Components by the worst of their open threats, the worst first. */
  byWorst: { priority: string; components: number }[];
};

export const canvasTotals = (badges: readonly Counted[]): CanvasTotals => {
  const worst = badges.flatMap((badge) => badge.worstPriority ?? []);
  const distinct = [...new Set(worst)].toSorted((a, b) => priorityRank(a) - priorityRank(b));
  return {
    components: badges.length,
    openThreats: badges.reduce((sum, badge) => sum + badge.openThreatCount, 0),
    byWorst: distinct.map((priority) => ({
      priority,
      components: worst.filter((each) => each === priority).length,
    })),
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
