import { Button } from '@mantine/core';
import { CloudDownload } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { RegisterScope } from '#shared/desktop/register.ts';
import { useTranslation } from '../../locales/use-translation.tsx';
import { Note } from '../../ui/note.tsx';
import { SyncProgress, useSyncStatus } from '../connection/sync-status.tsx';
import { desktop, queries, queryClient } from '../desktop/desktop.ts';
import { errorText, isAbort } from '../desktop/errors.tsx';
import { useOverview } from './use-workspace-location.ts';
import type { ModelEntry } from './workspace-location.ts';
import classes from './missing-models.module.css';

/** Returns the models of a scope whose content is only at the service. */
export const useMissingModels = (scope: RegisterScope): ModelEntry[] => {
  const { data: overview = [] } = useOverview();
  if (scope.kind === 'canvas' || scope.kind === 'component') return [];
  return overview
    .filter(({ id }) => scope.kind !== 'collection' || id === scope.id)
    .flatMap(({ models }) => models)
    .filter(
      ({ id, isDownloaded }) => !isDownloaded && (scope.kind !== 'threatModel' || id === scope.id),
    );
};

/**
 * Says that lists and figures leave out the models that are not downloaded, and offers to download these
 * models. Nothing is shown if all models of the scope are downloaded.
 */
export const MissingModels = ({ scope }: { scope: RegisterScope }) => {
  const { t } = useTranslation('sync');
  const missing = useMissingModels(scope);
  const { isRunning, error, start, cancel } = useDownload();
  const fetching = useSyncStatus(({ status }) => status?.fetching ?? null);
  if (missing.length === 0 && !isRunning) return null;
  const count = missing.length;
  return (
    <div className={classes.place}>
      <Note
        title={isRunning ? t('missing.running') : t('missing.title', { count })}
        tone={error ? 'bad' : 'info'}
      >
        {error ? errorText(error).text : t('missing.text')}
        {isRunning ? (
          <div className={classes.row}>
            <Button onClick={cancel} size="xs" variant="default">
              {t('missing.cancel')}
            </Button>
            {fetching && <SyncProgress activity="fetching" {...fetching} />}
          </div>
        ) : (
          <Button
            leftSection={<CloudDownload size={14} />}
            onClick={() => start(missing)}
            size="xs"
            variant="default"
          >
            {t('missing.download', { count })}
          </Button>
        )}
      </Note>
    </div>
  );
};

/**
 * Downloads models and keeps the state of the download. If the person leaves the page, the download is
 * canceled, but the models that have arrived stay.
 */
const useDownload = () => {
  const [isRunning, setIsRunning] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  const run = async (models: readonly ModelEntry[]): Promise<void> => {
    const abort = new AbortController();
    running.current = abort;
    setError(null);
    setIsRunning(true);
    try {
      await download(models, abort.signal);
    } catch (failed) {
      if (!isAbort(failed) && !abort.signal.aborted) setError(failed);
    } finally {
      setIsRunning(false);
    }
  };
  return {
    isRunning,
    error,
    start: (models: readonly ModelEntry[]): void => void run(models),
    cancel: (): void => running.current?.abort(),
  };
};

/**
 * Downloads one model after another, and then waits for a sync pass, which downloads the threats of the
 * models.
 */
const download = async (models: readonly ModelEntry[], signal: AbortSignal): Promise<void> => {
  try {
    for (const { id } of models) {
      signal.throwIfAborted();
      await desktop.sync.fetchModel({ id }, { signal });
    }
    await desktop.sync.now();
  } finally {
    await queryClient.invalidateQueries({ queryKey: queries.workspace.overview.key() });
  }
};
