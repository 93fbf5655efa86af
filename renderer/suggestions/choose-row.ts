import { create } from 'zustand';
import { useCanvas } from '../canvas/state/canvas-store.ts';
import { goToElement } from '../canvas/viewport/travel.ts';
import type { CheckRow } from './check-rows.ts';
import { goToPlace, placeOf } from './places.ts';

/** The closed groups of the list of checks. */
export const useClosed = create<{ closed: ReadonlySet<string> }>(() => ({ closed: new Set() }));

export const openGroup = (id: string, isOpen: boolean): void =>
  useClosed.setState(({ closed }) => {
    const next = new Set(closed);
    if (isOpen) next.delete(id);
    else next.add(id);
    return { closed: next };
  });

/** Goes to the element of a row, or opens and closes a group. */
export const chooseRow = (row: CheckRow): void => {
  if (row.shows === 'problem') goToElement(row.problem.elementId);
  else if (row.shows === 'finding') {
    const place = placeOf(row.finding.drawn);
    if (place) goToPlace(place);
    // The inspector shows the threat model while nothing is selected.
    else useCanvas.getState().select([]);
  } else if (row.shows === 'control') {
    const place = placeOf(row.control.drawn);
    if (place) goToPlace(place);
  } else if (row.isExpanded !== null) openGroup(row.id, !row.isExpanded);
};
