import { create } from 'zustand';
import type { ConflictKey, ConflictSummary, Resolution } from '#shared/desktop/sync.ts';

export type Choices = Resolution['choices'];
export type Choice = Choices[string];

type State = {
  /** The conflict whose dialog is open. */
  open: ConflictSummary | null;
  /** What was chosen and not settled yet: closing the dialog gives none of it up. */
  choices: Record<string, Choices>;
};

export const useConflictChoices = create<State>(() => ({ open: null, choices: {} }));

const nameOf = ({ kind, id }: ConflictKey): string => `${kind}:${id}`;
const noChoices: Choices = {};

export const openConflict = (open: ConflictSummary): void => useConflictChoices.setState({ open });

export const closeConflict = (): void => useConflictChoices.setState({ open: null });

/** Everything chosen so far; the same object as long as nothing is chosen. */
export const choicesMade = ({ choices }: State, conflict: ConflictKey): Choices =>
  choices[nameOf(conflict)] ?? noChoices;

export const choose = (conflict: ConflictKey, made: Choices): void =>
  useConflictChoices.setState(({ choices }) => ({
    choices: { ...choices, [nameOf(conflict)]: { ...choices[nameOf(conflict)], ...made } },
  }));

export const forgetChoices = (conflict: ConflictKey): void =>
  useConflictChoices.setState(({ choices }) => ({
    choices: { ...choices, [nameOf(conflict)]: noChoices },
  }));
