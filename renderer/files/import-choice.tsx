import { Button, NativeSelect, Progress, Radio, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { desktop, queries, queryClient } from '../kernel/desktop/desktop.ts';
import { showError } from '../kernel/desktop/errors.tsx';
import { applyWorkspaceChange } from '../kernel/workspace/apply-workspace-change.tsx';
import { useOverview, useWorkspaceLocation } from '../kernel/workspace/use-workspace-location.ts';
import { createCollection, deleteRecord } from '../kernel/workspace/workspace-changes.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { DialogFooter } from '../ui/dialog-footer.tsx';
import { Notice } from '../ui/notice.tsx';
import { mergeImport, type WaitingImport } from './import-queue.ts';
import { ImportReport, showReport, type ReportedModel } from './import-report.tsx';
import classes from './import-choice.module.css';

type ImportChoiceProps = {
  waiting: WaitingImport;
  fileName: string;
  models: readonly ReportedModel[];
  onDone: () => void;
};

/** The option value for a new collection. */
const newCollection = '';

/** The option value for the model that is open. */
const openModel = 'open-model';

/**
 * The option values for elements that are hard to read: `tidy` moves the elements, and `asInFile` keeps
 * their positions.
 */
const tidy = 'tidy';
const asInFile = 'as-in-file';

/**
 * Focuses the import button when it is mounted. The focus cannot be set when the dialog opens, because
 * the button appears only after the file has been read.
 */
const focusOnceShown = (button: HTMLButtonElement | null): void => button?.focus();

const withoutEnding = (fileName: string): string => fileName.replace(/(\.\w{1,5}){1,2}$/, '');

/** The report of a readable file, the choice of where to import it, and the import button. */
export const ImportChoice = ({ waiting, fileName, models, onDone }: ImportChoiceProps) => {
  const { t } = useTranslation('exports');
  const { t: tApp } = useTranslation();
  const { data: collections = [] } = useOverview();
  const { model } = useWorkspaceLocation();
  const [chosen, setChosen] = useState(waiting.collectionId);
  const [title, setTitle] = useState(withoutEnding(fileName));
  const [tidiesUp, setTidiesUp] = useState(true);
  const known = collections.some(({ id }) => id === chosen) ? chosen : null;
  const collectionId = chosen === newCollection ? newCollection : (known ?? collections[0]?.id);
  // Only a file with exactly one model can be merged into the open model.
  const target = models.length === 1 ? model : null;
  const isMerge = chosen === openModel && target !== null;
  const isNew = !isMerge && (collectionId === newCollection || collectionId === undefined);
  const unreadable = models.reduce((sum, each) => sum + each.unreadableCount, 0);
  const { run, cancel, isRunning } = useRunImport({
    waiting,
    fileName,
    models,
    tidiesUp: tidiesUp && unreadable > 0,
    onDone,
  });
  const canRun = !isNew || title.trim() !== '';

  return (
    <Stack gap="md">
      <ImportReport models={models} />
      {unreadable > 0 && !isMerge && (
        <Radio.Group
          description={t('import.unreadable-explain')}
          label={t('import.unreadable', { count: unreadable })}
          onChange={(value) => setTidiesUp(value === tidy)}
          value={tidiesUp ? tidy : asInFile}
        >
          <div className={classes.choices}>
            <Radio disabled={isRunning} label={t('import.tidy-up')} value={tidy} />
            <Radio disabled={isRunning} label={t('import.keep-positions')} value={asInFile} />
          </div>
        </Radio.Group>
      )}
      <div className={classes.where}>
        <NativeSelect
          data={[
            ...(target
              ? [{ value: openModel, label: t('merge.into', { model: target.title }) }]
              : []),
            ...collections.map(({ id, title: label }) => ({ value: id, label })),
            { value: newCollection, label: t('import.new-collection') },
          ]}
          disabled={isRunning}
          label={t('import.into')}
          onChange={(event) => setChosen(event.currentTarget.value)}
          value={isMerge ? openModel : (collectionId ?? newCollection)}
        />
        {isNew && (
          <TextInput
            disabled={isRunning}
            label={t('import.new-collection-title')}
            maxLength={500}
            onChange={(event) => setTitle(event.currentTarget.value)}
            value={title}
          />
        )}
      </div>
      {isRunning && (
        <output className={classes.running}>
          <Progress animated aria-label={t('import.running')} size="xs" value={100} />
          {t('import.running')}
        </output>
      )}
      <DialogFooter>
        <Button onClick={isRunning ? cancel : onDone} variant="default">
          {tApp('cancel')}
        </Button>
        <Button
          disabled={!canRun || isRunning}
          ref={focusOnceShown}
          onClick={() => {
            if (isMerge) mergeImport({ ...waiting, fileName, model: target });
            else void run(isNew ? { title: title.trim() } : { id: collectionId ?? '' });
          }}
        >
          {isMerge ? t('merge.compare') : t('import.run', { count: models.length })}
        </Button>
      </DialogFooter>
    </Stack>
  );
};

type Import = {
  waiting: WaitingImport;
  fileName: string;
  models: readonly ReportedModel[];
  tidiesUp: boolean;
  onDone: () => void;
};

/** An existing collection, or the title of a collection to create. */
type Target = { id: string } | { title: string };

/**
 * Returns a function that imports the file and opens the imported canvas, and a function that cancels
 * the import.
 */
const useRunImport = ({ waiting: { handle }, fileName, models, tidiesUp, onDone }: Import) => {
  const { t } = useTranslation('exports');
  const navigate = useNavigate();
  const [isRunning, setIsRunning] = useState(false);
  const abort = useRef<AbortController>(null);
  useEffect(() => () => abort.current?.abort(), []);

  /** Stores the models. Returns `null` if the person canceled, or after an error was shown. */
  const store = async (target: Target, signal: AbortSignal) => {
    if ('id' in target) return await importInto(target.id, signal);
    const { change, collectionId } = createCollection(target.title);
    if (!(await applyWorkspaceChange(change))) return null;
    const stored = await importInto(collectionId, signal);
    // Deletes the new collection again if the import failed or was canceled.
    if (!stored) await applyWorkspaceChange(deleteRecord('collection', collectionId));
    return stored;
  };

  const importInto = async (collectionId: string, signal: AbortSignal) => {
    try {
      return await desktop.imports.run({ handle, collectionId, tidiesUp }, { signal });
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
    // Reads the overview and puts it into the cache, instead of waiting for an invalidated query. Such a
    // query could take long, because each event about a large model that is still arriving starts it
    // again.
    await desktop.workspace
      .overview()
      .then(
        (overview) => queryClient.setQueryData(queries.workspace.overview.queryKey(), overview),
        showError,
      );
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
    // The dialog disappears first, so that the window is not busy with both for too long.
    await scheduler.yield();
    if (canvasId !== null) await navigate({ to: '/canvases/$canvasId', params: { canvasId } });
  };

  return { run, cancel: () => abort.current?.abort(), isRunning };
};
