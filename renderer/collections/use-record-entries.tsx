import {
  FileDown,
  FileUp,
  FolderOpen,
  HardDriveDownload,
  PencilLine,
  Plus,
  Trash2,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { exportFile } from '../exports/export-file.tsx';
import { chooseImport } from '../exports/import-queue.ts';
import type { MenuEntry } from '../ui/menu-at.tsx';
import { startCreation } from './creation.ts';
import { toggleKeptOffline } from './keep-offline.ts';
import type { NamedRecord } from './record.ts';
import { useDelete } from './use-delete.ts';
import { useOpenModel } from './use-open-model.ts';
import type { CollectionEntry, ModelEntry } from './use-overview.ts';

/** What can be done with a record, the same in the sidebar and on the start page. */
export const useRecordEntries = (rename: (record: NamedRecord) => void) => {
  const { t } = useTranslation('collections');
  const remove = useDelete();
  const openModel = useOpenModel();

  const ofCollection = (collection: CollectionEntry): MenuEntry[] => [
    {
      key: 'new',
      label: t('new-model-here'),
      icon: <Plus />,
      run: () => startCreation({ kind: 'threatModel', collectionId: collection.id }),
    },
    {
      key: 'import',
      label: t('import-here'),
      icon: <FileDown />,
      run: () => void chooseImport(collection.id),
    },
    {
      key: 'offline',
      label: t('keep-offline'),
      icon: <HardDriveDownload />,
      run: () => void toggleKeptOffline(collection),
      isChecked: collection.keptOffline,
    },
  ];

  const ofModel = (model: ModelEntry): MenuEntry[] => [
    { key: 'open', label: t('open'), icon: <FolderOpen />, run: () => openModel(model) },
    {
      key: 'export',
      label: t('export-otm'),
      icon: <FileUp />,
      run: () => void exportFile({ kind: 'otm', id: model.id }),
    },
  ];

  return (record: NamedRecord): MenuEntry[] => [
    ...(record.kind === 'collection' ? ofCollection(record.entry) : []),
    ...(record.kind === 'threatModel' ? ofModel(record.entry) : []),
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
};
