import { Button, Modal, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { create } from 'zustand';
import { templateNames, type TemplateName } from '#shared/sample/templates.ts';
import { runCommand, useCommand } from '../kernel/commands/use-command.ts';
import { showError } from '../kernel/desktop/errors.tsx';
import { applyWorkspaceChange } from '../kernel/workspace/apply-workspace-change.tsx';
import { useOverview, useWorkspaceLocation } from '../kernel/workspace/use-workspace-location.ts';
import { createCollection, createModel } from '../kernel/workspace/workspace-changes.ts';
import type { CollectionEntry } from '../kernel/workspace/workspace-location.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { DialogFooter } from '../ui/dialog-footer.tsx';
import { startModel } from './start-model.ts';

/**
 * The record to create. `collectionId` is the collection that the dialog suggests for a model. Without
 * it, the dialog suggests the first collection.
 */
type Creation = { kind: 'collection' } | { kind: 'threatModel'; collectionId?: string };

/**
 * The record that the dialog creates, or `null` while the dialog is closed. Menus, the sidebar, and the
 * home page open the dialog.
 */
const useCreation = create<{ creation: Creation | null }>(() => ({ creation: null }));

export const startCreation = (creation: Creation): void => useCreation.setState({ creation });
const endCreation = (): void => useCreation.setState({ creation: null });

/**
 * Returns the ID of the collection of the focused row, or else of the open model. Returns an empty
 * object if no row has the focus and no model is open.
 */
const currentCollection = (opened: CollectionEntry | null): { collectionId?: string } => {
  const focused = document.activeElement?.closest<HTMLElement>('[data-collection]');
  const collectionId = focused?.dataset['collection'] ?? opened?.id;
  return collectionId === undefined ? {} : { collectionId };
};

/** Asks for the name of a new collection or threat model, and for the collection of a model. */
export const CreateDialog = () => {
  const { t } = useTranslation('collections');
  const creation = useCreation((state) => state.creation);
  const { collection } = useWorkspaceLocation();
  useCommand('file.new-collection', { run: () => startCreation({ kind: 'collection' }) });
  useCommand('file.new-model', {
    run: () =>
      startCreation({
        kind: 'threatModel',
        ...currentCollection(collection),
      }),
  });

  return (
    <Modal
      onClose={endCreation}
      opened={creation !== null}
      size={400}
      title={t(creation?.kind === 'collection' ? 'new-collection' : 'new-model')}
    >
      {creation && <CreateForm creation={creation} />}
    </Modal>
  );
};

/** The content with which a new model starts. */
type Start = TemplateName | 'blank' | 'sample' | 'copy' | 'file';
const starts: readonly Start[] = ['blank', ...templateNames, 'sample', 'copy', 'file'];

/**
 * The starts for which this dialog asks for neither a name nor a collection. The sample has both, and
 * for a file, the import dialog asks for the collection.
 */
const nameless: ReadonlySet<Start> = new Set(['sample', 'file']);

const CreateForm = ({ creation }: { creation: Creation }) => {
  const { t } = useTranslation('collections');
  const { t: tApp } = useTranslation();
  const navigate = useNavigate();
  const { data: collections = [] } = useOverview();
  const [title, setTitle] = useState('');
  const [chosen, setChosen] = useState(
    creation.kind === 'threatModel' ? creation.collectionId : undefined,
  );
  const collectionId = chosen ?? collections[0]?.id;
  const [start, setStart] = useState<Start>('blank');
  const { model } = useWorkspaceLocation();
  const isModel = creation.kind === 'threatModel';

  const show = async (canvasId: string | null | undefined): Promise<void> => {
    if (canvasId) await navigate({ to: '/canvases/$canvasId', params: { canvasId } });
  };

  const createRecord = async (): Promise<void> => {
    if (creation.kind === 'collection') {
      await applyWorkspaceChange(createCollection(title.trim()).change);
      return;
    }
    if (start !== 'blank' && start !== 'file') {
      const wanted = { title: title.trim(), collectionId: collectionId ?? null };
      try {
        await show(await startModel(start, model, wanted));
      } catch (error) {
        showError(error);
      }
      return;
    }
    const { change, canvasId } = createModel({
      title: title.trim(),
      collection: collectionId ? { id: collectionId } : { title: t('first-collection') },
      canvasTitle: t('first-canvas'),
    });
    if (await applyWorkspaceChange(change)) await show(canvasId);
  };

  const isNamed = !nameless.has(start);
  const canCreate = !isNamed || title.trim() !== '';
  const submit = (): void => {
    if (!canCreate) return;
    endCreation();
    if (start === 'file') {
      runCommand('file.import');
      return;
    }
    // Takes the focus from the dialog. The new canvas opens while the dialog closes, and a canvas does
    // not take the focus from a dialog.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    void createRecord();
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="md">
        <TextInput
          data-autofocus
          disabled={!isNamed}
          label={t('create-title')}
          maxLength={500}
          onChange={(event) => setTitle(event.currentTarget.value)}
          value={title}
        />
        {isModel && (
          <NativeSelect
            data={starts
              .filter((each) => each !== 'copy' || model)
              .map((value) => ({
                value,
                label: t(`start-with.${value}`, { title: model?.title ?? '' }),
              }))}
            label={t('start-with.label')}
            onChange={(event) => {
              const { value } = event.currentTarget;
              setStart(starts.find((each) => each === value) ?? 'blank');
            }}
            value={start}
          />
        )}
        {isModel && isNamed && start !== 'copy' && collections.length > 0 && (
          <NativeSelect
            data={collections.map(({ id, title: name }) => ({ value: id, label: name }))}
            label={t('create-collection')}
            onChange={(event) => setChosen(event.currentTarget.value)}
            value={collectionId}
          />
        )}
        <DialogFooter>
          <Button onClick={endCreation} variant="default">
            {tApp('cancel')}
          </Button>
          <Button disabled={!canCreate} type="submit">
            {tApp('create')}
          </Button>
        </DialogFooter>
      </Stack>
    </form>
  );
};
