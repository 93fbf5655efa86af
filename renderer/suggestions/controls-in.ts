import type { Framework } from '#shared/codex/codex-extensions.ts';
import type { ComponentThreats } from '#shared/desktop/contract.ts';
import { controlCoverage, type ControlCoverage } from '#shared/suggestions/control-coverage.ts';
import type { DrawnSystem, Part } from '#shared/suggestions/drawn-system.ts';

/**
 * A control, and the elements of one component that has a mitigation for it. If possible, this is a
 * component whose mitigation is not done. `drawn` is empty if there is no such component, or if no
 * canvas shows it.
 */
export type Control = Omit<ControlCoverage, 'componentId'> & { drawn: Part['drawn'] };

/**
 * Returns the controls that have mitigations in the model, and all controls of the organization's own
 * frameworks.
 */
export const controlsIn = (
  { parts }: DrawnSystem,
  threats: readonly ComponentThreats[],
  frameworks: readonly Framework[],
): Control[] => {
  const drawn = new Map(parts.map((part) => [part.componentId ?? '', part.drawn]));
  drawn.delete('');
  const mitigations = threats.flatMap(({ componentId, threats: ofComponent }) =>
    ofComponent.flatMap((threat) => threat.mitigations.map((each) => ({ ...each, componentId }))),
  );
  return controlCoverage(mitigations, frameworks).map(({ componentId, ...control }) => ({
    ...control,
    drawn: drawn.get(componentId ?? '') ?? [],
  }));
};

/** Tells if a control is met: it has at least one mitigation, and all its mitigations are done. */
export const isMet = ({ total, done }: Control): boolean => total > 0 && done === total;
