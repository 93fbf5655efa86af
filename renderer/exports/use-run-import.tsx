import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { desktop, queries } from '../app/desktop.ts';
import { queryClient } from '../app/query-client.ts';
import { showError } from '../app/show-error.tsx';
import { applyWorkspaceChange } from '../collections/apply-workspace-change.tsx';
import { createCollection, deleteRecord } from '../collections/workspace-changes.ts';
import { Notice } from '../ui/notice.tsx';
import type { WaitingImport } from './import-queue.ts';
import type { ReportedModel } from './import-report.tsx';
import { showReport } from './shown-report.ts';

type Import = {
  waiting: WaitingImport;
  fileName: string;
  models: readonly ReportedModel[];
  onDone: () => void;
};

/** An existing collection, or the name of one to be made. */
type Target = { id: string } | { title: string };

/** Stores a file that was read, and opens what it holds. */
export const useRunImport = ({ waiting: { handle }, fileName, models, onDone }: Import) => {
  const { t } = useTranslation('exports');
  const navigate = useNavigate();
  const [isRunning, setIsRunning] = useState(false);
  const abort = useRef<AbortController>(null);
  useEffect(() => () => abort.current?.abort(), []);

  /** `null` where nothing was stored, of which the person has been told. */
  const store = async (target: Target, signal: AbortSignal) => {
    if ('id' in target) return await importInto(target.id, signal);
    const { change, collectionId } = createCollection(target.title);
    if (!(await applyWorkspaceChange(change))) return null;
    const stored = await importInto(collectionId, signal);
    // Nothing is left of an import that did not come to its end.
    if (!stored) await applyWorkspaceChange(deleteRecord('collection', collectionId));
    return stored;
  };

  const importInto = async (collectionId: string, signal: AbortSignal) => {
    try {
      return await desktop.imports.run({ handle, collectionId }, { signal });
    } catch (error) {
      showError(error);
      return null;
    }
  };

  const run = async (target: Target): Promise<void> => {
    abort.current = new AbortController();
    setIsRunning(true);
    const stored = await store(target, abort.current.signal);
    setIsRunning(false);
    if (!stored) return;
    await queryClient.invalidateQueries({ queryKey: queries.workspace.overview.key() });
    onDone();
    notifications.show({
      autoClose: 15_000,
      message: (
        <Notice
          action={t('show-report')}
          onAction={() => showReport({ fileName, models })}
          text={t('imported', { count: models.length, file: fileName })}
        />
      ),
    });
    const { canvasId } = stored;
    if (canvasId !== null) await navigate({ to: '/canvases/$canvasId', params: { canvasId } });
  };

  return { run, cancel: () => abort.current?.abort(), isRunning };
};
