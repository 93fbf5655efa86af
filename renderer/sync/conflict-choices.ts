import { create } from 'zustand';
import type { ConflictKey, ConflictSummary, Resolution } from '#shared/desktop/sync.ts';
import { onLeaveConnection } from '../kernel/connection/connections.ts';

export type Choices = Resolution['choices'];
export type Choice = Choices[string];

type State = {
  /** The conflict in the dialog, or `null` while the dialog is closed. */
  open: ConflictSummary | null;
  /**
   * The choices that the person has not confirmed yet, by record. They are kept when the dialog closes.
   */
  choices: Record<string, Choices>;
};

export const useConflictChoices = create<State>(() => ({ open: null, choices: {} }));

const nameOf = ({ kind, id }: ConflictKey): string => `${kind}:${id}`;
const noChoices: Choices = {};

export const openConflict = (open: ConflictSummary): void => useConflictChoices.setState({ open });

export const closeConflict = (): void => useConflictChoices.setState({ open: null });

/**
 * Returns the choices made so far for a conflict. If there are none, always returns the same object, so
 * that components are not rendered again.
 */
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

onLeaveConnection(closeConflict);
