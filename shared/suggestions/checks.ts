import { priorities, type Priority } from '../api/enumerations.ts';
import { isSensitive } from '../canvas/security-properties.ts';
import { t } from '../locales/texts.ts';
import { isOverdueModel, isPast } from '../records/is-past.ts';
import type { DrawnSystem, KnownThreat, Part } from './drawn-system.ts';

/** The kinds of security checks. Failed checks are listed in this order. */
export const checkKinds = [
  'critical-without-mitigation',
  'unencrypted-crossing',
  'unauthenticated-crossing',
  'sensitive-store-without-threat',
  'overdue',
  'not-considered',
] as const;
export type CheckKind = (typeof checkKinds)[number];

export type FailedCheck = {
  check: CheckKind;
  priority: Priority;
  /** Undefined if the check is about the whole model. */
  part: Part | undefined;
  /** Undefined if the check is not about a threat. */
  threat: KnownThreat | undefined;
  /** One sentence. */
  message: string;
};

export type Schedule = { title: string; status: string; due_to_date: string | null };

/** Finds the failed security checks of a system. */
export const failedChecks = ({ parts }: DrawnSystem, model: Schedule, now: Date): FailedCheck[] => {
  const found = parts.flatMap((part) => (part.isOutOfScope ? [] : checksOf(part, now)));
  const isLate = isOverdueModel(model, now);
  const message = t('suggestions:check.overdue', { name: model.title });
  const late: FailedCheck[] = isLate
    ? [{ check: 'overdue', priority: 'medium', part: undefined, threat: undefined, message }]
    : [];
  return [...found, ...late].toSorted(
    (one, other) => checkKinds.indexOf(one.check) - checkKinds.indexOf(other.check),
  );
};

const checksOf = (part: Part, now: Date): FailedCheck[] => {
  const found: FailedCheck[] = [];
  const note = (check: CheckKind, priority: Priority, threat?: KnownThreat): void => {
    const name = threat ? threat.title : part.name;
    const boundaries = part.flow?.route.join(' → ') ?? '';
    const message = t(`suggestions:check.${check}`, { name, boundaries });
    found.push({ check, priority, part, threat, message });
  };
  const { security, flow, threats } = part;
  if (flow && flow.crossed.length > 0) {
    if (security.encrypted === false) note('unencrypted-crossing', 'high');
    if (security.authenticated === false) note('unauthenticated-crossing', 'high');
  }
  if (part.kind === 'store' && threats.length === 0 && isSensitiveStore(part)) {
    note('sensitive-store-without-threat', 'high');
  } else if (isUnconsidered(part)) note('not-considered', 'low');
  for (const threat of threats) {
    if (threat.status !== 'open') continue;
    const isMitigated = threat.mitigations.some(({ status }) => status !== 'never');
    if (threat.priority === 'critical' && !isMitigated) {
      note('critical-without-mitigation', 'critical', threat);
    }
    if (isPast(threat.dueDate, now)) note('overdue', priorityOf(threat.priority), threat);
  }
  return found;
};

/** Returns the priority, or medium for an unknown priority of another service. */
export const priorityOf = (priority: string): Priority =>
  priorities.find((each) => each === priority) ?? 'medium';

const isSensitiveStore = ({ security, incoming }: Part): boolean =>
  security.holdsCredentials === true ||
  isSensitive(
    security.dataClassification ??
      incoming.find((flow) => isSensitive(flow.security.dataClassification))?.security
        .dataClassification,
  );

/**
 * Tells if a part has no threats and nobody marked it as having none. Always false for flows and
 * boundaries, because few drawings have threats for every flow and boundary.
 */
const isUnconsidered = ({ kind, threats, isConsidered }: Part): boolean =>
  kind !== 'flow' && kind !== 'boundary' && threats.length === 0 && !isConsidered;
