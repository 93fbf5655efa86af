import { Button, Loader, Skeleton } from '@mantine/core';
import { CloudDownload, RotateCw, TriangleAlert } from 'lucide-react';
import { useSyncStatus } from '../kernel/connection/sync-status.tsx';
import { errorText } from '../kernel/desktop/errors.tsx';
import { useOverview } from '../kernel/workspace/use-workspace-location.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { Loading, Message } from '../ui/message.tsx';
import { FirstRun } from './first-run.tsx';
import { Library } from './library.tsx';
import { UnfinishedOpening } from './unfinished-opening.tsx';
import { useWorkspaceHistory } from './use-workspace-history.ts';
import classes from './home.module.css';

export const Home = () => {
  const { data: overview, error, refetch } = useOverview();
  const isArriving = useSyncStatus(
    ({ status }) => status?.state === 'syncing' && status.lastSyncedAt === null,
  );
  useWorkspaceHistory();

  if (overview) {
    const isNew = overview.every(({ models }) => models.length === 0);
    return (
      <div className={classes.scroll}>
        <div className={classes.page}>
          <UnfinishedOpening />
          {isArriving && overview.length === 0 && <Arriving />}
          {isNew && !isArriving && <FirstRun />}
          {(!isNew || overview.length > 0) && <Library overview={overview} />}
        </div>
      </div>
    );
  }
  if (error) return <Unreadable error={error} onRetry={() => void refetch()} />;
  return <Skeletons />;
};

/** A message that is shown when a connection is opened for the first time, until its records arrive. */
const Arriving = () => {
  const { t } = useTranslation('collections');
  return (
    <Message
      action={<Loader aria-hidden size={18} type="dots" />}
      icon={<CloudDownload />}
      role="status"
      text={t('arriving.text')}
      title={t('arriving.title')}
    />
  );
};

const Unreadable = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => {
  const { t } = useTranslation();
  const { text, detail } = errorText(error);
  return (
    <Message
      action={
        <Button leftSection={<RotateCw />} onClick={onRetry}>
          {t('error.again')}
        </Button>
      }
      icon={<TriangleAlert />}
      role="alert"
      text={text}
      title={t('error.load-title')}
      {...(detail !== undefined && { detail })}
    />
  );
};

const skeletonRows = ['a', 'b', 'c', 'd', 'e', 'f'];

const Skeletons = () => {
  const { t } = useTranslation('collections');
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>{t('title')}</h1>
      <Loading>
        {skeletonRows.map((row) => (
          <Skeleton height={20} key={row} mb={12} />
        ))}
      </Loading>
    </div>
  );
};
