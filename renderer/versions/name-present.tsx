import { Button } from '@mantine/core';
import { BookmarkPlus } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { NameField } from '../ui/name-field.tsx';
import { fullTime } from '../ui/relative-time.ts';
import { useNow } from '../ui/use-now.ts';
import { namePresent } from './name-version.ts';
import { endNaming, startNaming, useNaming } from './naming.ts';
import { useFocusBack } from './use-focus-back.ts';
import classes from './history-view.module.css';

/** The button that makes a version of the present, and the field for its name. */
export const NamePresent = ({ canvasId }: { canvasId: string }) => {
  const { t, i18n } = useTranslation('versions');
  const { isNaming } = useNaming();
  const now = new Date(useNow()).toISOString();
  const button = useFocusBack(isNaming);

  useEffect(() => endNaming, []);

  return (
    <div className={classes.bar}>
      {isNaming ? (
        <span className={classes.field}>
          <NameField
            isNew
            label={t('name-of-new')}
            name={t('new-name', { time: fullTime(now, i18n.language) })}
            onDone={endNaming}
            rename={(title) => void namePresent(canvasId, title)}
          />
        </span>
      ) : (
        <Button
          leftSection={<BookmarkPlus size={14} />}
          onClick={startNaming}
          ref={button}
          size="xs"
          variant="default"
        >
          {t('name-present')}
        </Button>
      )}
    </div>
  );
};
