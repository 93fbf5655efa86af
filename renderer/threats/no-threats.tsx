import { Button } from '@mantine/core';
import { CircleCheck } from 'lucide-react';
import { language } from '#shared/locales/texts.ts';
import { noThreatsIn } from '#shared/suggestions/no-threats.ts';
import { recordNoThreats, takeBackNoThreats } from '../canvas/edits/no-threats-actions.ts';
import type { SelectedElement } from '../canvas/state/canvas-store.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { fullTime, relativeTime, useNow } from '../ui/relative-time.ts';
import classes from './no-threats.module.css';

type Props = { element: SelectedElement['element'] };

/**
 * Replaces the list of an element without threats. Shows who has recorded that the element has no
 * threats, or offers to record this.
 */
export const NoThreats = ({ element: { id, data } }: Props) => {
  const { t } = useTranslation('threats');
  const now = useNow();
  const record = noThreatsIn(data);
  if (!record) {
    return (
      <div className={classes.none}>
        <p className={classes.text}>{t('none')}</p>
        <Button
          leftSection={<CircleCheck aria-hidden size={14} />}
          onClick={() => void recordNoThreats([id])}
          size="xs"
          variant="default"
        >
          {t('no-threats.record')}
        </Button>
      </div>
    );
  }
  const { by, at } = record;
  return (
    <div className={classes.none}>
      <p className={classes.recorded}>
        <strong>{t('no-threats.recorded')}</strong>
        {by === '' ? t('no-threats.by-nobody') : t('no-threats.by', { name: by })}{' '}
        {!Number.isNaN(Date.parse(at)) && (
          <time dateTime={at} title={fullTime(at, language())}>
            {relativeTime(at, now, language())}
          </time>
        )}
      </p>
      <Button onClick={() => takeBackNoThreats([id])} size="xs" variant="default">
        {t('no-threats.take-back')}
      </Button>
    </div>
  );
};
