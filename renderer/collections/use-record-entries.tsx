import { useNavigate } from '@tanstack/react-router';
import {
  CopyPlus,
  FolderInput,
  FolderOpen,
  HardDriveDownload,
  PencilLine,
  Plus,
  Trash2,
} from 'lucide-react';
import { createContext, use } from 'react';
import { thisComputer } from '#shared/desktop/connections.ts';
import { useConnections } from '../kernel/connection/connections.ts';
import { desktop, queries, queryClient } from '../kernel/desktop/desktop.ts';
import { showError } from '../kernel/desktop/errors.tsx';
import { applyDeletion } from '../kernel/workspace/apply-workspace-change.tsx';
import { useOverview, useWorkspaceLocation } from '../kernel/workspace/use-workspace-location.ts';
import { deleteRecord } from '../kernel/workspace/workspace-changes.ts';
import type {
  CollectionEntry,
  ModelEntry,
  NamedRecord,
} from '../kernel/workspace/workspace-location.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import type { MenuEntry } from '../ui/menu-at.tsx';
import { startCreation } from './create-dialog.tsx';
import { modelsOf, useSelectedModels } from './model-selection.ts';
import { startMove } from './move-models.tsx';
import { useModelActions } from './use-model-actions.ts';

/** Entries of other features in the menu of a collection or threat model. The shell provides them. */
export const MoreRecordEntries = createContext<(record: NamedRecord) => MenuEntry[]>(() => []);

/**
 * Returns a function that returns the menu entries of a record. The entries are the same in the sidebar
 * and on the home page. If the record is one of several selected models, the entries act on all of these
 * models.
 */
export const useRecordEntries = (rename: (record: NamedRecord) => void) => {
  const { t } = useTranslation('collections');
  const moreOf = use(MoreRecordEntries);
  const remove = useDelete();
  const openModel = useOpenModel();
  const actions = useModelActions();
  const { data: overview = [] } = useOverview();
  const selectedIds = useSelectedModels(({ ids }) => ids);
  const isRemote = useConnections(({ list }) => list !== null && list.openId !== thisComputer.id);

  const ofCollection = (collection: CollectionEntry, more: MenuEntry[]): MenuEntry[] => [
    {
      key: 'new',
      label: t('new-model-here'),
      icon: <Plus />,
      run: () => startCreation({ kind: 'threatModel', collectionId: collection.id }),
    },
    ...more,
    // The collections of “This computer” are always available offline, so their menus lack this entry.
    ...(isRemote
      ? [
          {
            key: 'offline',
            label: t('keep-offline'),
            icon: <HardDriveDownload />,
            run: () => void toggleKeptOffline(collection),
            isChecked: collection.keptOffline,
          },
        ]
      : []),
  ];

  const ofModels = (models: readonly ModelEntry[]): MenuEntry[] => [
    {
      key: 'duplicate',
      label: t('duplicate'),
      icon: <CopyPlus />,
      run: () => actions.duplicate(models),
    },
    // Models can be moved only if there is another collection.
    ...(overview.length > 1
      ? [
          {
            key: 'move',
            label: t('move-to'),
            icon: <FolderInput />,
            run: () => startMove(models),
          },
        ]
      : []),
  ];

  const ofModel = (model: ModelEntry, more: MenuEntry[]): MenuEntry[] => [
    { key: 'open', label: t('open'), icon: <FolderOpen />, run: () => openModel(model) },
    ...ofModels([model]),
    ...more,
  ];

  const ofSeveral = (models: readonly ModelEntry[]): MenuEntry[] => [
    ...ofModels(models),
    {
      key: 'delete',
      label: t('delete'),
      icon: <Trash2 />,
      run: () => actions.remove(models),
      isDestructive: true,
      lineBefore: true,
    },
  ];

  const ofRecord = (record: NamedRecord): MenuEntry[] => [
    ...(record.kind === 'collection' ? ofCollection(record.entry, moreOf(record)) : []),
    ...(record.kind === 'threatModel' ? ofModel(record.entry, moreOf(record)) : []),
    { key: 'rename', label: t('rename'), icon: <PencilLine />, run: () => rename(record) },
    {
      key: 'delete',
      label: t('delete'),
      icon: <Trash2 />,
      run: () => remove(record),
      isDestructive: true,
      lineBefore: true,
    },
  ];

  return (record: NamedRecord): MenuEntry[] => {
    const selected = modelsOf(overview, selectedIds);
    const isAmong = selected.length > 1 && selectedIds.has(record.entry.id);
    return isAmong ? ofSeveral(selected) : ofRecord(record);
  };
};

/**
 * Returns a function that deletes a collection or model. If the window shows the record or something in
 * it, the function first goes to the home page.
 */
export const useDelete = (): ((record: NamedRecord) => void) => {
  const navigate = useNavigate();
  const { collection, model } = useWorkspaceLocation();

  const remove = async ({ kind, entry: { id, title } }: NamedRecord): Promise<void> => {
    if ((kind === 'collection' ? collection : model)?.id === id) await navigate({ to: '/' });
    await applyDeletion(deleteRecord(kind, id), title);
  };
  return (record) => void remove(record);
};

/**
 * Returns a function that opens a model at its first canvas, or at the page of the model if it has no
 * canvas.
 */
export const useOpenModel = (): ((model: ModelEntry) => void) => {
  const navigate = useNavigate();
  return ({ id, canvases: [first] }) =>
    void (first
      ? navigate({ to: '/canvases/$canvasId', params: { canvasId: first.id } })
      : navigate({ to: '/models/$modelId', params: { modelId: id } }));
};

/** Switches whether all models of a collection are downloaded, so that they are available offline. */
const toggleKeptOffline = async ({ id, keptOffline }: CollectionEntry): Promise<void> => {
  try {
    await desktop.sync.keepOffline({ id, keep: !keptOffline });
    await queryClient.invalidateQueries({ queryKey: queries.workspace.overview.key() });
  } catch (error) {
    showError(error);
  }
};
