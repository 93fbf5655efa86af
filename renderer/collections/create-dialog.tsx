import { Button, Group, Modal, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import { useCommand } from '../kernel/commands/use-command.ts';
import { applyWorkspaceChange } from '../kernel/workspace/apply-workspace-change.tsx';
import type { CollectionEntry } from '../kernel/workspace/place.ts';
import { useOverview, usePlace } from '../kernel/workspace/use-place.ts';
import { createCollection, createModel } from '../kernel/workspace/workspace-changes.ts';

/** The record to create. A model goes to `collectionId` unless the person chooses another one. */
type Creation = { kind: 'collection' } | { kind: 'threatModel'; collectionId?: string };

/** The state of the dialog, which menus, the sidebar, and the home page open. */
const useCreation = create<{ creation: Creation | null }>(() => ({ creation: null }));

export const startCreation = (creation: Creation): void => useCreation.setState({ creation });
const endCreation = (): void => useCreation.setState({ creation: null });

/** Returns the collection that has the focus, or that of the open model. */
const collectionAtHand = (opened: CollectionEntry | null): { collectionId?: string } => {
  const focused = document.activeElement?.closest<HTMLElement>('[data-collection]');
  const collectionId = focused?.dataset['collection'] ?? opened?.id;
  return collectionId === undefined ? {} : { collectionId };
};

/** Asks for the name of a new collection or threat model, and for the collection of a model. */
export const CreateDialog = () => {
  const { t } = useTranslation('collections');
  const creation = useCreation((state) => state.creation);
  const { collection } = usePlace();
  useCommand('file.new-collection', { run: () => startCreation({ kind: 'collection' }) });
  useCommand('file.new-model', {
    run: () =>
      startCreation({
        kind: 'threatModel',
        ...collectionAtHand(collection),
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

  const createRecord = async (): Promise<void> => {
    if (creation.kind === 'collection') {
      await applyWorkspaceChange(createCollection(title.trim()).change);
      return;
    }
    const { change, canvasId } = createModel({
      title: title.trim(),
      collection: collectionId ? { id: collectionId } : { title: t('first-collection') },
      canvasTitle: t('first-canvas'),
    });
    if (await applyWorkspaceChange(change)) {
      await navigate({ to: '/canvases/$canvasId', params: { canvasId } });
    }
  };

  const submit = (): void => {
    if (title.trim() === '') return;
    endCreation();
    // Otherwise the new canvas would leave the focus to the closing dialog.
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
          label={t('create-title')}
          maxLength={500}
          onChange={(event) => setTitle(event.currentTarget.value)}
          value={title}
        />
        {creation.kind === 'threatModel' && collections.length > 0 && (
          <NativeSelect
            data={collections.map(({ id, title: name }) => ({ value: id, label: name }))}
            label={t('create-collection')}
            onChange={(event) => setChosen(event.currentTarget.value)}
            value={collectionId}
          />
        )}
        <Group gap="sm" justify="flex-end">
          <Button onClick={endCreation} variant="default">
            {tApp('cancel')}
          </Button>
          <Button disabled={title.trim() === ''} type="submit">
            {tApp('create')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
};
