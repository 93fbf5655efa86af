import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { FileWarning, RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { desktop } from '../app/desktop.ts';
import { queryClient } from '../app/query-client.ts';
import { showError } from '../app/show-error.tsx';
import { showKeptFile } from '../exports/show-kept-file.tsx';
import { Message } from '../ui/message.tsx';
import { useConnectionName } from './connection-name.ts';
import { openConnectionOf, useConnections } from './connections.ts';
import { Note } from './note.tsx';
import classes from './store-problem.module.css';

/** What is wrong with the copy of the open connection, and what there is to do. */
export const StoreProblem = () => {
  const { t } = useTranslation('settings');
  const nameOf = useConnectionName();
  const list = useConnections((state) => state.list);
  const connection = list && openConnectionOf(list);
  if (!list?.problem || !connection) return null;
  const { kind, fileName, detail, unsent } = list.problem;
  const isDamaged = kind === 'damaged';
  return (
    <Message
      action={
        <div className={classes.problem}>
          {isDamaged && <Afresh id={connection.id} unsent={unsent ?? 0} />}
          <Button
            leftSection={<RotateCw size={14} />}
            onClick={() => void again()}
            variant={isDamaged ? 'default' : 'filled'}
          >
            {t('store.again')}
          </Button>
          {list.connections.length > 1 && <p className={classes.others}>{t('store.others')}</p>}
        </div>
      }
      detail={detail}
      icon={<FileWarning />}
      role="alert"
      text={t(`store.${kind}.text`, { fileName })}
      title={t(`store.${kind}.title`, { name: nameOf(connection) })}
    />
  );
};

const again = async (): Promise<void> => {
  // What failed while nothing could be read is asked for anew.
  queryClient.clear();
  await desktop.connections.reopen().catch(showError);
};

type AfreshProps = { id: string; unsent: number };

/** The way out of a damaged copy: what it costs, and what can be saved of it before. */
const Afresh = ({ id, unsent }: AfreshProps) => {
  const { t } = useTranslation('settings');

  const save = async (): Promise<void> => {
    try {
      const file = await desktop.connections.exportUnsent({ id });
      if (file) notifications.show({ message: t('remove.exported', file) });
    } catch (error) {
      showError(error);
    }
  };

  const start = async (): Promise<void> => {
    queryClient.clear();
    try {
      const { fileName, handle } = await desktop.connections.startAfresh();
      const text = t('store.afresh.done', { fileName });
      showKeptFile({ handle, text, action: t('store.afresh.show') });
    } catch (error) {
      showError(error);
    }
  };

  return (
    <>
      <div className={classes.note}>
        <Note title={t('store.afresh.title')} tone={unsent > 0 ? 'bad' : 'info'}>
          <span>{t('store.afresh.text')}</span>
          <span>
            {t(unsent > 0 ? 'store.afresh.unsent' : 'store.afresh.none', { count: unsent })}
          </span>
        </Note>
      </div>
      <div className={classes.buttons}>
        {unsent > 0 && (
          <Button onClick={() => void save()} variant="default">
            {t('store.afresh.export')}
          </Button>
        )}
        <Button onClick={() => void start()}>{t('store.afresh.start')}</Button>
      </div>
    </>
  );
};
