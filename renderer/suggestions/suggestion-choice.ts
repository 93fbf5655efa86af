import { create } from 'zustand';
import { showInDrawer } from '../kernel/panels/drawer.tsx';
import { focusTree } from '../ui/tree/virtual-tree.tsx';
import type { Grouping } from './suggestion-rows.ts';

export const scopes = ['selection', 'canvas', 'model'] as const;
export type Scope = (typeof scopes)[number];

type Choice = {
  grouping: Grouping;
  scope: Scope;
  closed: ReadonlySet<string>;
  areDismissedShown: boolean;
};

/** The filters and the grouping of the list of suggestions, kept until the window closes. */
export const useChoice = create<Choice>(() => ({
  grouping: 'element',
  scope: 'canvas',
  closed: new Set(),
  areDismissedShown: false,
}));

export const expandGroup = (id: string, isOpen: boolean): void =>
  useChoice.setState(({ closed }) => {
    const next = new Set(closed);
    if (isOpen) next.delete(id);
    else next.add(id);
    return { closed: next };
  });

/** Opens the list of suggestions in the bottom panel and focuses it. */
export const showSuggestions = (): void => {
  useChoice.setState({ areDismissedShown: false });
  showInDrawer('suggestions');
  focusTree('[data-suggestions]');
};
