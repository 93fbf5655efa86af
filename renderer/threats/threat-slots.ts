import { createContext, type ReactNode } from 'react';
import type { ComponentDetail } from '#shared/desktop/contract.ts';

export type Threat = ComponentDetail['threats'][number];

/** The parts from the features for mitigations and suggestions. The shell passes them in. */
export type ThreatSlots = {
  mitigationsOf: (threat: Threat) => ReactNode;
  progressOf: (threat: Threat) => ReactNode;
  /** Opens the suggested threats of an element, or of the model (`null`). */
  suggestionsOf: (elementId: string | null) => ReactNode;
};

export const ThreatSlotsContext = createContext<ThreatSlots>({
  mitigationsOf: () => null,
  progressOf: () => null,
  suggestionsOf: () => null,
});
