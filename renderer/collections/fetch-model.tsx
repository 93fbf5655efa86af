import { Button, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CloudDownload, CloudOff, House, RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { desktop, queries } from '../app/desktop.ts';
import { errorText } from '../app/error-text.ts';
import { queryClient } from '../app/query-client.ts';
import { FetchProgress } from '../sync/fetch-progress.tsx';
import { useSyncStatus } from '../sync/sync-status.ts';
import { Message } from '../ui/message.tsx';
import type { ModelEntry } from './use-overview.ts';

/** Fetches a model that is not here yet; leaving the page gives it up. */
export const FetchModel = ({ model }: { model: ModelEntry }) => {
  const { t } = useTranslation('collections');
  const input = { id: model.id };
  const { error, refetch, isFetching } = useQuery({
    queryKey: queries.sync.fetchModel.key({ input }),
    queryFn: async ({ signal }) => {
      await desktop.sync.fetchModel(input, { signal });
      await queryClient.invalidateQueries({ queryKey: queries.workspace.overview.key() });
      return true;
    },
    gcTime: 0,
  });
  const fetching = useSyncStatus(({ status }) => status?.fetching ?? null);

  if (error && !isFetching) return <NotFetched error={error} retry={() => void refetch()} />;
  return (
    <Message
      action={
        fetching ? <FetchProgress {...fetching} /> : <Loader aria-hidden size={18} type="dots" />
      }
      icon={<CloudDownload />}
      role="status"
      text={t('fetch.text')}
      title={t('fetch.title', { title: model.title })}
    />
  );
};

const NotFetched = ({ error, retry }: { error: Error; retry: () => void }) => {
  const { t } = useTranslation('collections');
  const { t: tApp } = useTranslation();
  const { detail } = errorText(error);
  return (
    <Message
      action={
        <>
          <Button leftSection={<RotateCw />} onClick={retry}>
            {tApp('error.again')}
          </Button>
          <Button component={Link} leftSection={<House />} to="/" variant="default">
            {tApp('gone.home')}
          </Button>
        </>
      }
      icon={<CloudOff />}
      role="alert"
      text={t('fetch.failed-text')}
      title={t('fetch.failed')}
      {...(detail !== undefined && { detail })}
    />
  );
};
