import {
  ArrowRightLeft,
  CircleDot,
  CircleQuestionMark,
  CircleSlash,
  Handshake,
  ShieldCheck,
  type LucideIcon,
} from 'lucide-react';
import { threatStatuses, type ThreatStatus } from '#shared/api/enumerations.ts';

/** What has become of a threat; only an open one still asks for something. */
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
