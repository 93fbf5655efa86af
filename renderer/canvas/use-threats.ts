import { useCanvas } from './canvas-store.ts';
import type { Threats } from './spoken.ts';

/** The open threats of a component. Two plain values, so that a node is drawn anew only by its own. */
export const useThreats = (componentId: string | undefined): Threats => {
  const id = componentId ?? '';
  const count = useCanvas((state) => state.badges?.get(id)?.openThreatCount ?? 0);
  const priority = useCanvas((state) => state.badges?.get(id)?.worstPriority ?? null);
  return { count, priority };
};
