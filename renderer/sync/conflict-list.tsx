import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ConflictSummary } from '#shared/desktop/sync.ts';
import { MoreButton, useBeginning } from './beginning.tsx';
import { openConflict } from './conflict-choices.ts';
import { RecordLine } from './record-line.tsx';
import { leaveSyncPanel } from './sync-panel-state.ts';
import classes from './sync-panel.module.css';

const shownAtFirst = 20;

/** What both sides changed, each with its way to a decision. */
export const ConflictList = ({ conflicts }: { conflicts: readonly ConflictSummary[] }) => {
  const { t } = useTranslation('sync');
  const { shown, hidden, showMore } = useBeginning(conflicts, shownAtFirst);
  return (
    <section aria-label={t('conflicts.title')} className={classes.section}>
      <h3 className={classes.heading}>
        {t('conflicts.title')}
        <span className={classes.count}>{conflicts.length}</span>
      </h3>
      <p className={classes.hint}>{t('conflicts.explain')}</p>
      <ul className={classes.list}>
        {shown.map((conflict) => (
          <RecordLine
            about={t(`conflicts.type.${conflict.type}`, { count: conflict.count })}
            action={
              <Button
                aria-label={t('conflicts.decide-named', { title: conflict.title })}
                onClick={() => {
                  leaveSyncPanel();
                  openConflict(conflict);
                }}
                size="xs"
                variant="default"
              >
                {t('conflicts.decide')}
              </Button>
            }
            key={`${conflict.kind}:${conflict.id}`}
            {...conflict}
          />
        ))}
      </ul>
      <MoreButton hidden={hidden} onClick={showMore} />
    </section>
  );
};
