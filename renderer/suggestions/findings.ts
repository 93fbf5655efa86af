import type { Priority } from '#shared/api/enumerations.ts';
import { failedChecks, type CheckKind, type Schedule } from '#shared/suggestions/checks.ts';
import type { DrawnSystem, Part } from '#shared/suggestions/drawn-system.ts';

/** A failed security check, as plain data that a worker can send. */
export type Finding = {
  id: string;
  check: CheckKind;
  priority: Priority;
  message: string;
  /** The elements that the finding is about, or an empty list if it is about the whole model. */
  drawn: Part['drawn'];
};

export const findingsOf = (system: DrawnSystem, model: Schedule, now: Date): Finding[] => {
  const times = new Map<string, number>();
  return failedChecks(system, model, now).map(({ check, priority, part, message }) => {
    const subject = part ? `${check} ${part.kind}:${part.id}` : check;
    const before = times.get(subject) ?? 0;
    times.set(subject, before + 1);
    return { id: `${subject} ${before}`, check, priority, message, drawn: part?.drawn ?? [] };
  });
};

export const openThreatsIn = ({ parts }: DrawnSystem): number =>
  parts.reduce(
    (sum, { threats }) => sum + threats.filter(({ status }) => status === 'open').length,
    0,
  );
