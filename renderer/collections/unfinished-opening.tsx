import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../kernel/desktop/desktop.ts';
import { openCanvas } from '../kernel/workspace/location.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { Note } from '../ui/note.tsx';
import classes from './unfinished-opening.module.css';

/**
 * Says that the last canvas did not finish opening, so the window shows the home page instead, and
 * offers to open that canvas.
 */
export const UnfinishedOpening = () => {
  const { t } = useTranslation('collections');
  const { data: canvas } = useQuery({ ...queries.canvas.unfinished.queryOptions(), gcTime: 0 });
  if (!canvas) return null;
  return (
    <div className={classes.place}>
      <Note title={t('unfinished.title', { title: canvas.title })} tone="bad">
        {t('unfinished.text')}
        <Button onClick={() => openCanvas(canvas.id)} size="xs" variant="default">
          {t('unfinished.open')}
        </Button>
      </Note>
    </div>
  );
};
