import { useMemo } from 'react';
import { heldIn } from '#shared/canvas/collapsed.ts';
import { priorityRank } from '../../threats/order-threats.ts';
import { useCanvas } from '../canvas-store.ts';
import type { Threats } from '../spoken.ts';

/** How many elements a collapsed boundary hides, and the open threats of it and of all of them. */
export const useHeld = (
  id: string,
  own: string | undefined,
): { count: number; threats: Threats } => {
  const held = useCanvas(({ document }) => heldIn(document, id));
  const badges = useCanvas((state) => state.badges);
  return useMemo(() => {
    const threats: Threats = { count: 0, priority: null };
    for (const componentId of new Set([...held.componentIds, own ?? ''])) {
      const badge = badges?.get(componentId);
      if (!badge || badge.openThreatCount === 0) continue;
      threats.count += badge.openThreatCount;
      const { worstPriority } = badge;
      const isWorse =
        worstPriority !== null &&
        (threats.priority === null || priorityRank(worstPriority) < priorityRank(threats.priority));
      if (isWorse) threats.priority = worstPriority;
    }
    return { count: held.count, threats };
  }, [held, badges, own]);
};
