import { priorities } from '#shared/api/enumerations.ts';
import type { ReportComponent, ReportThreat } from '#shared/report/report-content.ts';
import { rankOf } from './words.ts';

type PriorityCount = { priority: string; open: number; all: number };

export type Counts = {
  components: number;
  threats: number;
  openThreats: number;
  mitigations: number;
  doneMitigations: number;
  /** The counts by priority, from the highest priority to the lowest. */
  byPriority: PriorityCount[];
};

export const isOpen = ({ status }: { status: string }): boolean => status === 'open';

/**
 * Returns the open threats first, and then all others. Both groups are sorted from the highest priority
 * to the lowest.
 */
export const inOrder = <Threat extends Pick<ReportThreat, 'status' | 'priority'>>(
  threats: readonly Threat[],
): Threat[] =>
  threats.toSorted(
    (one, other) =>
      Number(isOpen(other)) - Number(isOpen(one)) || rankOf(other.priority) - rankOf(one.priority),
  );

export const countsOf = (components: readonly ReportComponent[]): Counts => {
  const threats = components.flatMap((component) => component.threats);
  const mitigations = threats.flatMap((threat) => threat.mitigations);
  return {
    components: components.length,
    threats: threats.length,
    openThreats: threats.filter(isOpen).length,
    mitigations: mitigations.length,
    doneMitigations: mitigations.filter(({ status }) => status === 'done').length,
    byPriority: priorities.toReversed().map((priority) => {
      const ofIt = threats.filter((threat) => threat.priority === priority);
      return { priority, open: ofIt.filter(isOpen).length, all: ofIt.length };
    }),
  };
};
