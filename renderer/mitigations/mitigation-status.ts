import { CircleCheck, CircleDashed, CircleSlash, Clock, type LucideIcon } from 'lucide-react';
import type { MitigationStatus } from '#shared/api/enumerations.ts';

type Look = { status: MitigationStatus; icon: LucideIcon; color: string; textKey: string };

/** The four states of a mitigation, in the order in which people are shown them. */
export const mitigationStates = [
  { status: 'done', icon: CircleCheck, color: 'var(--state-good)', textKey: 'status.done' },
  { status: 'will', icon: Clock, color: 'var(--accent)', textKey: 'status.will' },
  { status: 'never', icon: CircleSlash, color: 'var(--text)', textKey: 'status.never' },
  { status: null, icon: CircleDashed, color: 'var(--text)', textKey: 'status.none' },
] as const satisfies readonly Look[];
