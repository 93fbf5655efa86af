import { Button, Group, Modal, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../app/use-command.ts';
import { applyWorkspaceChange } from './apply-workspace-change.tsx';
import { endCreation, startCreation, useCreation, type Creation } from './creation.ts';
import { useOverview } from './use-overview.ts';
import { usePlace } from './use-place.ts';
import { createCollection, createModel } from './workspace-changes.ts';

/** Names a new collection or threat model, and says where the model goes. */
export const CreateDialog = () => {
  const { t } = useTranslation('collections');
  const creation = useCreation((state) => state.creation);
  const { collection } = usePlace();
  useCommand('file.new-collection', { run: () => startCreation({ kind: 'collection' }) });
  useCommand('file.new-model', {
    run: () =>
      startCreation({
        kind: 'threatModel',
        ...(collection && { collectionId: collection.id }),
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

  const create = async (): Promise<void> => {
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
    void create();
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
