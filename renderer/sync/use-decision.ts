import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConflictSummary } from '#shared/desktop/sync.ts';
import { desktop, queries } from '../app/desktop.ts';
import { queryClient } from '../app/query-client.ts';
import {
  choicesMade,
  choose,
  closeConflict,
  forgetChoices,
  useConflictChoices,
  type Choice,
  type Choices,
} from './conflict-choices.ts';
import { decideUndoably } from './decide-undoably.tsx';

export type Decision = {
  /** What was chosen, of the choices that there still are to make. */
  choices: Choices;
  total: number;
  choose: (key: string, choice: Choice) => void;
  chooseAll: (choice: Choice) => void;
  settle: () => void;
  isBusy: boolean;
};

/** The choices of one conflict: `keys` names those that there are to make. */
export const useDecision = (conflict: ConflictSummary, keys: readonly string[]): Decision => {
  const { t } = useTranslation('sync');
  const made = useConflictChoices((state) => choicesMade(state, conflict));
  const [isBusy, setIsBusy] = useState(false);
  const { kind, id, title } = conflict;
  const choices = Object.fromEntries(Object.entries(made).filter(([key]) => keys.includes(key)));

  const settle = async (): Promise<void> => {
    setIsBusy(true);
    const isSettled = await decideUndoably({
      kind,
      id,
      label: 'sync.label.resolve',
      // What is mine is here already.
      changesHere: Object.values(choices).includes('theirs'),
      decide: () => desktop.sync.resolve({ kind, id, choices }),
      text: t('conflict.settled', { title }),
    });
    if (isSettled) {
      forgetChoices(conflict);
      if (Object.keys(choices).length === keys.length) closeConflict();
      await queryClient.invalidateQueries({ queryKey: queries.sync.conflict.key() });
    }
    setIsBusy(false);
  };

  return {
    choices,
    total: keys.length,
    choose: (key, choice) => choose(conflict, { [key]: choice }),
    chooseAll: (choice) => choose(conflict, Object.fromEntries(keys.map((key) => [key, choice]))),
    settle: () => void settle(),
    isBusy,
  };
};
