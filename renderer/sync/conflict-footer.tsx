import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { closeConflict } from './conflict-choices.ts';
import type { Decision } from './use-decision.ts';
import { useFocusKept } from './use-focus-kept.ts';
import classes from './conflict-dialog.module.css';

/** How far the decision is, all of one side at once, and the end of it. */
export const ConflictFooter = ({ decision }: { decision: Decision }) => {
  const { t } = useTranslation('sync');
  const { choices, total, chooseAll, settle, isBusy } = decision;
  const decided = Object.keys(choices).length;
  const footer = useFocusKept();
  return (
    <div className={classes.footer} ref={footer} tabIndex={-1}>
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
      <p aria-live="polite" className={classes.progress}>
        {decided === 0
          ? t('conflict.nothing-decided')
          : t(decided === total ? 'conflict.all-decided' : 'conflict.decided', {
              decided,
              count: total,
            })}
      </p>
      <Button onClick={closeConflict} variant="default">
        {t('conflict.later')}
      </Button>
      <Button disabled={decided === 0} loading={isBusy} onClick={settle}>
        {t('conflict.settle')}
      </Button>
    </div>
  );
};
