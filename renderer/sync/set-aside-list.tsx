import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { WaitingEntry } from '#shared/desktop/sync.ts';
import { desktop } from '../app/desktop.ts';
import { showError } from '../app/show-error.tsx';
import { MoreButton, useBeginning } from './beginning.tsx';
import { SetAsideEntry } from './set-aside-entry.tsx';
import classes from './sync-panel.module.css';

const shownAtFirst = 20;

/** What the service refused, with its reason and what can be done about it. */
export const SetAsideList = ({ entries }: { entries: readonly WaitingEntry[] }) => {
  const { t } = useTranslation('sync');
  const { shown, hidden, showMore } = useBeginning(entries, shownAtFirst);
  return (
    <section aria-label={t('set-aside.title')} className={classes.section}>
      <h3 className={classes.heading}>
        {t('set-aside.title')}
        <span className={classes.count}>{entries.length}</span>
        {entries.length > 1 && (
          <Button
            className={classes.headingAction}
            onClick={() => void desktop.sync.retryAll().catch(showError)}
            size="xs"
            variant="subtle"
          >
            {t('set-aside.retry-all')}
          </Button>
        )}
      </h3>
      <p className={classes.hint}>{t('set-aside.explain')}</p>
      <ul className={classes.list}>
        {shown.map((entry) => (
          <SetAsideEntry entry={entry} key={entry.seq} />
        ))}
      </ul>
      <MoreButton hidden={hidden} onClick={showMore} />
    </section>
  );
};
