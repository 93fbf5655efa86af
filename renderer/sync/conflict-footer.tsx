import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ConflictSummary } from '#shared/desktop/sync.ts';
import { desktop, queries, queryClient } from '../kernel/desktop/desktop.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { DialogFooter, FooterProgress } from '../ui/dialog-footer.tsx';
import { useFocusFallback } from '../ui/focus.ts';
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

type Decision = {
  /** The choices made so far, except those for parts that are no longer in conflict. */
  choices: Choices;
  total: number;
  choose: (key: string, choice: Choice) => void;
  chooseAll: (choice: Choice) => void;
  resolve: () => void;
  isBusy: boolean;
};

/**
 * Returns the choices made so far in a conflict, and functions that make and confirm choices. `keys`
 * names all parts that the person has to decide on.
 */
export const useDecision = (conflict: ConflictSummary, keys: readonly string[]): Decision => {
  const { t } = useTranslation('sync');
  const made = useConflictChoices((state) => choicesMade(state, conflict));
  const [isBusy, setIsBusy] = useState(false);
  const { kind, id, title } = conflict;
  const choices = Object.fromEntries(Object.entries(made).filter(([key]) => keys.includes(key)));

  const resolve = async (): Promise<void> => {
    setIsBusy(true);
    const isResolved = await decideUndoably({
      kind,
      id,
      label: 'sync.label.resolve',
      // If all choices are `mine`, nothing changes in the store, because it already has these values.
      changesStore: Object.values(choices).includes('theirs'),
      decide: () => desktop.sync.resolve({ kind, id, choices }),
      text: t('conflict.settled', { title }),
    });
    if (isResolved) {
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
    resolve: () => void resolve(),
    isBusy,
  };
};

/**
 * Shows the progress of a decision. Its buttons choose one side for all parts, or confirm the choices.
 */
export const ConflictFooter = ({ decision }: { decision: Decision }) => {
  const { t } = useTranslation('sync');
  const { choices, total, chooseAll, resolve, isBusy } = decision;
  const decided = Object.keys(choices).length;
  const footer = useFocusFallback();
  return (
    <DialogFooter ref={footer} tabIndex={-1}>
      {total > 1 && (
        <>
          <Button onClick={() => chooseAll('mine')} variant="default">
            {t('conflict.all-mine')}
          </Button>
          <Button onClick={() => chooseAll('theirs')} variant="default">
            {t('conflict.all-theirs')}
          </Button>
        </>
      )}
      <FooterProgress>
        {decided === 0
          ? t('conflict.nothing-decided')
          : t(decided === total ? 'conflict.all-decided' : 'conflict.decided', {
              decided,
              count: total,
            })}
      </FooterProgress>
      <Button onClick={closeConflict} variant="default">
        {t('conflict.later')}
      </Button>
      <Button disabled={decided === 0} loading={isBusy} onClick={resolve}>
        {t('conflict.settle')}
      </Button>
    </DialogFooter>
  );
};
