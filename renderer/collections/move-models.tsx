import { createSpotlight } from '@mantine/spotlight';
import { Folder } from 'lucide-react';
import { create } from 'zustand';
import { useCommand } from '../kernel/commands/use-command.ts';
import { useOverview, useWorkspaceLocation } from '../kernel/workspace/use-workspace-location.ts';
import type { ModelEntry } from '../kernel/workspace/workspace-location.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { SearchDialog } from '../ui/search-dialog.tsx';
import { modelsOf, useSelectedModels } from './model-selection.ts';
import { useModelActions } from './use-model-actions.ts';

const useMoving = create<{ models: readonly ModelEntry[] }>(() => ({ models: [] }));
const [store, dialog] = createSpotlight();

/** Opens the dialog in which the person chooses the collection that models move to. */
export const startMove = (models: readonly ModelEntry[]): void => {
  useMoving.setState({ models });
  dialog.open();
};

/**
 * The dialog in which the person chooses the collection that models move to. It also registers the
 * commands that move and duplicate the selected models. If none is selected, these commands act on the
 * open model.
 */
export const MoveModels = () => {
  const { t } = useTranslation('collections');
  const { data: overview = [] } = useOverview();
  const { model } = useWorkspaceLocation();
  const moving = useMoving((state) => state.models);
  const ids = useSelectedModels((state) => state.ids);
  const { move, duplicate } = useModelActions();
  const selected = modelsOf(overview, ids);
  const subject = selected.length === 0 && model ? [model] : selected;

  useCommand('file.duplicate-models', {
    run: () => duplicate(subject),
    enabled: subject.length > 0,
  });
  useCommand('file.move-models', {
    run: () => startMove(subject),
    enabled: subject.length > 0 && overview.length > 1,
  });

  const others = overview.filter(({ id }) => moving.some(({ parentId }) => parentId !== id));
  const title = t('move.title', { count: moving.length });
  return (
    <SearchDialog
      actions={others.map((collection) => ({
        id: collection.id,
        label: collection.title,
        description: t('models', { count: collection.models.length }),
        leftSection: <Folder color={collection.color ?? 'currentColor'} />,
        onClick: () => move(moving, collection),
      }))}
      fieldLabel={title}
      nothingFound={t('move.none')}
      placeholder={t('move.placeholder', { count: moving.length })}
      store={store}
      title={title}
    />
  );
};
