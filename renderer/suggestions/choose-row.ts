import { create } from 'zustand';
import { useCanvas } from '../canvas/state/canvas-store.ts';
import { goToElement } from '../canvas/viewport/navigation.ts';
import type { CheckRow } from './check-rows.ts';
import { showElement, nearestElement } from './element-on-canvas.ts';

/** The collapsed groups in the list of checks. */
export const useClosed = create<{ closed: ReadonlySet<string> }>(() => ({ closed: new Set() }));

export const openGroup = (id: string, isOpen: boolean): void =>
  useClosed.setState(({ closed }) => {
    const next = new Set(closed);
    if (isOpen) next.delete(id);
    else next.add(id);
    return { closed: next };
  });

/** Goes to the element of a problem, finding, or control. Any other row is expanded or collapsed. */
export const chooseRow = (row: CheckRow): void => {
  if (row.shows === 'problem') goToElement(row.problem.elementId);
  else if (row.shows === 'finding') {
    const element = nearestElement(row.finding.drawn);
    if (element) showElement(element);
    // A finding without elements is about the threat model. The selection is cleared, because the
    // inspector shows the threat model while nothing is selected.
    else useCanvas.getState().select([]);
  } else if (row.shows === 'control') {
    const element = nearestElement(row.control.drawn);
    if (element) showElement(element);
  } else if (row.isExpanded !== null) openGroup(row.id, !row.isExpanded);
};
