import { threatStatuses } from '#shared/api/enumerations.ts';
import { priorityRank } from '../kernel/records/severity.tsx';

type Ranked = { priority: string; status: string };
type Listed = Ranked & { id: string; created_at: string };

/**
 * Returns the sort rank of a status. Open threats are first, and threats with an unknown status are
 * last.
 */
const statusRank = (status: string): number => {
  const index = (threatStatuses as readonly string[]).indexOf(status);
  return index === -1 ? threatStatuses.length : index;
};

/**
 * Returns the threats sorted by priority, then status, then age. A threat in `fixed` is sorted by the
 * priority and status that it has in `fixed`, because an expanded threat must not move when the person
 * changes its priority or status.
 */
export const orderThreats = <T extends Listed>(
  threats: readonly T[],
  fixed: ReadonlyMap<string, Ranked> = new Map(),
): T[] => {
  const rankOf = (threat: T): Ranked => fixed.get(threat.id) ?? threat;
  return threats.toSorted(
    (a, b) =>
      priorityRank(rankOf(a).priority) - priorityRank(rankOf(b).priority) ||
      statusRank(rankOf(a).status) - statusRank(rankOf(b).status) ||
      compareText(a.created_at, b.created_at) ||
      compareText(a.id, b.id),
  );
};

const compareText = (a: string, b: string): number => Number(a > b) - Number(a < b);
