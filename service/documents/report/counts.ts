import { priorities, type Priority } from '#shared/api/enumerations.ts';
import type { ReportComponent, ReportThreat } from '../report-content.ts';

export type PriorityCount = { priority: Priority; open: number; all: number };

export type Counts = {
  components: number;
  threats: number;
  openThreats: number;
  mitigations: number;
  completeMitigations: number;
  /** The worst first. */
  byPriority: PriorityCount[];
};

export const isOpen = ({ status }: ReportThreat): boolean => status === 'open';

const rank = (priority: Priority): number => priorities.indexOf(priority);

/** Open ones first, and of those the worst. */
export const inOrder = (threats: readonly ReportThreat[]): ReportThreat[] =>
  threats.toSorted(
    (one, other) =>
      Number(isOpen(other)) - Number(isOpen(one)) || rank(other.priority) - rank(one.priority),
  );

export const countsOf = (components: readonly ReportComponent[]): Counts => {
  const threats = components.flatMap((component) => component.threats);
  const mitigations = threats.flatMap((threat) => threat.mitigations);
  return {
    components: components.length,
    threats: threats.length,
    openThreats: threats.filter(isOpen).length,
    mitigations: mitigations.length,
    completeMitigations: mitigations.filter(({ status }) => status === 'done').length,
    byPriority: priorities.toReversed().map((priority) => {
      const ofIt = threats.filter((threat) => threat.priority === priority);
      return { priority, open: ofIt.filter(isOpen).length, all: ofIt.length };
    }),
  };
};
