import { Button } from '@mantine/core';
import { Lightbulb } from 'lucide-react';
import { language } from '#shared/locales/texts.ts';
import type { DismissedSuggestion } from '#shared/suggestions/dismissed-list.ts';
import { announce } from '../canvas/state/announcements.ts';
import { displayName } from '../canvas/words/spoken.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { Message } from '../ui/message.tsx';
import { fullTime, relativeTime, useNow } from '../ui/relative-time.ts';
import { suggestAgain } from './accept.ts';
import { CanvasName } from './canvas-name.tsx';
import { showElement } from './element-on-canvas.ts';
import classes from './dismissed-list.module.css';

/** The maximum number of rows. A longer list would render slowly, and nobody reads it. */
const maxRows = 500;

/** The dismissed suggestions of the model with their reasons. Each can be suggested again. */
export const DismissedList = ({ dismissed }: { dismissed: readonly DismissedSuggestion[] }) => {
  const { t } = useTranslation('suggestions');
  if (dismissed.length === 0) {
    return (
      <Message
        icon={<Lightbulb />}
        role="status"
        text={t('dismissed.none-text')}
        title={t('dismissed.none')}
      />
    );
  }
  return (
    <ul aria-label={t('dismissed.list')} className={classes.list}>
      {dismissed.slice(0, maxRows).map((each) => (
        <DismissedRow
          dismissed={each}
          key={`${each.canvasId} ${each.kind} ${each.elementId} ${each.threat}`}
        />
      ))}
    </ul>
  );
};

const DismissedRow = ({ dismissed }: { dismissed: DismissedSuggestion }) => {
  const { t } = useTranslation('suggestions');
  const now = useNow();
  const { title, element, reason, at } = dismissed;
  const again = (): void => {
    suggestAgain(dismissed);
    announce(t('dismissed.again-said', { title }));
  };
  return (
    <li className={classes.row}>
      <div className={classes.text}>
        <span className={classes.title}>{title}</span>{' '}
        <span className={classes.facts}>
          <button className={classes.element} onClick={() => showElement(dismissed)} type="button">
            {displayName(element)}
          </button>
          <CanvasName drawn={[dismissed]} />
          {reason !== '' && <span dir="auto">{reason}</span>}
          {!Number.isNaN(Date.parse(at)) && (
            <time dateTime={at} title={fullTime(at, language())}>
              {relativeTime(at, now, language())}
            </time>
          )}
        </span>
      </div>
      <Button
        aria-label={t('dismissed.again-named', { title, element: displayName(element) })}
        onClick={again}
        size="xs"
        variant="light"
      >
        {t('dismissed.again')}
      </Button>
    </li>
  );
};
