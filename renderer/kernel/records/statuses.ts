import type { TFunction } from 'i18next';
import {
  ArrowRightLeft,
  CircleCheck,
  CircleDashed,
  CircleDot,
  CircleQuestionMark,
  CircleSlash,
  Clock,
  Handshake,
  ShieldCheck,
  type LucideIcon,
} from 'lucide-react';
import {
  modelStatuses,
  threatStatuses,
  type MitigationStatus,
  type ModelStatus,
  type ThreatStatus,
} from '#shared/api/enumerations.ts';

/** The statuses of a threat. Only an open threat needs attention. */
export const threatStatusTable = {
  open: { icon: CircleDot, textKey: 'status.open' },
  mitigated: { icon: ShieldCheck, textKey: 'status.mitigated' },
  accepted: { icon: Handshake, textKey: 'status.accepted' },
  transferred: { icon: ArrowRightLeft, textKey: 'status.transferred' },
  not_applicable: { icon: CircleSlash, textKey: 'status.notApplicable' },
} as const satisfies Record<ThreatStatus, { icon: LucideIcon; textKey: string }>;

export const unknownStatusIcon: LucideIcon = CircleQuestionMark;

export const isThreatStatus = (value: string): value is ThreatStatus =>
  (threatStatuses as readonly string[]).includes(value);

type StatusStyle = { status: MitigationStatus; icon: LucideIcon; color: string; textKey: string };

/** The four statuses of a mitigation, in display order. */
export const mitigationStates = [
  { status: 'done', icon: CircleCheck, color: 'var(--state-good)', textKey: 'status.done' },
  { status: 'will', icon: Clock, color: 'var(--accent)', textKey: 'status.will' },
  { status: 'never', icon: CircleSlash, color: 'var(--text)', textKey: 'status.never' },
  { status: null, icon: CircleDashed, color: 'var(--text)', textKey: 'status.none' },
] as const satisfies readonly StatusStyle[];

const keys = {
  Representation: 'status.representation',
  'Threats & Mitigations': 'status.threats-and-mitigations',
  Review: 'status.review',
  Done: 'status.done',
} as const satisfies Record<ModelStatus, string>;

const isKnown = (status: string): status is ModelStatus =>
  (modelStatuses as readonly string[]).includes(status);

/** Returns the text of a model's status. An unknown status is shown as it is. */
export const modelStatusText = (status: string, t: TFunction<'collections'>): string =>
  isKnown(status) ? t(keys[status]) : status;
