import { priorities, threatStatuses } from '#shared/api/enumerations.ts';

type Ranked = { priority: string; status: string };
type Listed = Ranked & { id: string; created_at: string };

/** The worst first; a priority that cannot be ranked last. */
export const priorityRank = (priority: string): number => {
  const index = (priorities as readonly string[]).indexOf(priority);
  return index === -1 ? priorities.length : priorities.length - 1 - index;
};

/** In the order in which people are shown them, open ones first. */
const statusRank = (status: string): number => {
  const index = (threatStatuses as readonly string[]).indexOf(status);
  return index === -1 ? threatStatuses.length : index;
};

/**
 * By priority, then status, then age. A threat named in `held` is placed by what is held there: one
 * that is open to be edited must not move away under the hand that changes its priority.
 */
export const orderThreats = <T extends Listed>(
  threats: readonly T[],
  held: ReadonlyMap<string, Ranked> = new Map(),
): T[] => {
  const placeOf = (threat: T): Ranked => held.get(threat.id) ?? threat;
  return threats.toSorted(
    (a, b) =>
      priorityRank(placeOf(a).priority) - priorityRank(placeOf(b).priority) ||
      statusRank(placeOf(a).status) - statusRank(placeOf(b).status) ||
      compareText(a.created_at, b.created_at) ||
      compareText(a.id, b.id),
  );
};

const compareText = (a: string, b: string): number => Number(a > b) - Number(a < b);
