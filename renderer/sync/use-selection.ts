import { useState } from 'react';
import type { ConflictSummary } from '#shared/desktop/sync.ts';
import { keyOf } from './conflict-groups.ts';

export type Selection = {
  selected: readonly ConflictSummary[];
  isSelected: (conflict: ConflictSummary) => boolean;
  /** Selects these conflicts or, if all of them are selected, deselects them. */
  toggle: (conflicts: readonly ConflictSummary[]) => void;
  /** The state of a checkbox for these conflicts. */
  checkbox: (conflicts: readonly ConflictSummary[]) => { checked: boolean; indeterminate: boolean };
};

/**
 * Returns the selection of conflicts. It leaves out conflicts that have been resolved since the person
 * selected them.
 */
export const useSelection = (conflicts: readonly ConflictSummary[]): Selection => {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const isSelected = (conflict: ConflictSummary): boolean => keys.has(keyOf(conflict));
  return {
    selected: conflicts.filter(isSelected),
    isSelected,
    toggle: (some) => {
      const named = some.map(keyOf);
      setKeys((before) => {
        if (!named.every((key) => before.has(key))) return new Set([...before, ...named]);
        const taken = new Set(named);
        return new Set([...before].filter((key) => !taken.has(key)));
      });
    },
    checkbox: (some) => {
      const many = some.filter(isSelected).length;
      return {
        checked: many > 0 && many === some.length,
        indeterminate: many > 0 && many < some.length,
      };
    },
  };
};
