import { createContext, type ReactNode } from 'react';
import type { ComponentDetail } from '#shared/desktop/contract.ts';

export type Threat = ComponentDetail['threats'][number];

/**
 * The parts of the inspector that come from the features for mitigations and suggestions. The shell
 * passes them in, because features do not import each other.
 */
export type ThreatSlots = {
  mitigationsOf: (threat: Threat) => ReactNode;
  progressOf: (threat: Threat) => ReactNode;
  /**
   * Returns a button that shows the suggested threats of an element, or of the model if `elementId` is
   * `null`.
   */
  suggestionsOf: (elementId: string | null) => ReactNode;
};

export const ThreatSlotsContext = createContext<ThreatSlots>({
  mitigationsOf: () => null,
  progressOf: () => null,
  suggestionsOf: () => null,
});
