import { Minus, MoveUpRight, Pencil, Plus, type LucideIcon } from 'lucide-react';
import type { CanvasDifference } from '#shared/merge/compare-canvases.ts';

export type DifferenceKind = CanvasDifference['kind'];

/** What has become of an element; each kind has a sign and a word beside its colour. */
export const differenceKinds = {
  added: { icon: Plus, textKey: 'compare.added' },
  removed: { icon: Minus, textKey: 'compare.removed' },
  moved: { icon: MoveUpRight, textKey: 'compare.moved' },
  changed: { icon: Pencil, textKey: 'compare.changed' },
} as const satisfies Record<DifferenceKind, { icon: LucideIcon; textKey: string }>;

export const differenceKindList = ['added', 'removed', 'moved', 'changed'] as const;
