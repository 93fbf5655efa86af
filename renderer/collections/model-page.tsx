import { Button, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate } from '@tanstack/react-router';
import { CloudDownload, CloudOff, House, Plus, RotateCw, Unplug, Waypoints } from 'lucide-react';
import { SyncProgress, useSyncStatus } from '../kernel/connection/sync-status.tsx';
import { desktop, queries, queryClient } from '../kernel/desktop/desktop.ts';
import { errorText } from '../kernel/desktop/errors.tsx';
import { applyWorkspaceChange } from '../kernel/workspace/apply-workspace-change.tsx';
import { useWorkspaceLocation } from '../kernel/workspace/use-workspace-location.ts';
import { createCanvas } from '../kernel/workspace/workspace-changes.ts';
import type { ModelEntry } from '../kernel/workspace/workspace-location.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { Message } from '../ui/message.tsx';
import { useModelHistory } from './use-workspace-history.ts';

/**
 * Redirects to the first canvas of a model. If the model has no canvas, downloads the model or, if it is
 * already downloaded, offers to create a canvas.
 */
export const ModelPage = () => {
  const { t: tApp } = useTranslation();
  const { model, isKnown } = useWorkspaceLocation();

  if (!isKnown) return null;
  if (!model) {
    return (
      <Message
        action={
          <Button component={Link} leftSection={<House />} to="/">
            {tApp('gone.home')}
          </Button>
        }
        icon={<Unplug />}
        text={tApp('gone.text')}
        title={tApp('gone.model-title')}
      />
    );
  }

  const [first] = model.canvases;
  if (first) return <Navigate params={{ canvasId: first.id }} replace to="/canvases/$canvasId" />;

  if (!model.isDownloaded) return <FetchModel key={model.id} model={model} />;
  return <NoCanvas model={model} />;
};

const NoCanvas = ({ model }: { model: ModelEntry }) => {
  const { t } = useTranslation('collections');
  useModelHistory(model.id);

  const { change } = createCanvas(model.id, t('first-canvas'));
  return (
    <Message
      action={
        <Button leftSection={<Plus />} onClick={() => void applyWorkspaceChange(change)}>
          {t('no-canvas.create')}
        </Button>
      }
      icon={<Waypoints />}
      text={t('no-canvas.text')}
      title={t('no-canvas.title')}
    />
  );
};

/** Downloads a model that is not stored yet. If the person leaves the page, the download is canceled. */
const FetchModel = ({ model }: { model: ModelEntry }) => {
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
        fetching ? (
          <SyncProgress activity="fetching" {...fetching} />
        ) : (
          <Loader aria-hidden size={18} type="dots" />
        )
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
