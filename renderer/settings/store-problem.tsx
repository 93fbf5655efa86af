import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { FileWarning, RotateCw } from 'lucide-react';
import {
  openConnectionOf,
  useConnectionName,
  useConnections,
} from '../kernel/connection/connections.ts';
import { desktop, queryClient } from '../kernel/desktop/desktop.ts';
import { showError } from '../kernel/desktop/errors.tsx';
import { showSavedFile } from '../kernel/desktop/files.tsx';
import { useTranslation } from '../locales/use-translation.tsx';
import { Message } from '../ui/message.tsx';
import { Note } from '../ui/note.tsx';
import classes from './store-problem.module.css';

/** Shows why the local copy of the open connection cannot be used, and what to do. */
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
  // Clears the query cache, because queries that failed do not run again by themselves.
  queryClient.clear();
  await desktop.connections.reopen().catch(showError);
};

type AfreshProps = { id: string; unsent: number };

/**
 * Replaces a damaged local copy. Before that, shows what will be lost, and offers to export pending
 * changes.
 */
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
      showSavedFile({ handle, text, action: t('store.afresh.show') });
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
