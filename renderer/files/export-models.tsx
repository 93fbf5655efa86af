import { notifications } from '@mantine/notifications';
import { t } from 'i18next';
import type { ExportOrder, SavedFile } from '#shared/desktop/exports.ts';
import { desktop } from '../kernel/desktop/desktop.ts';
import { showError } from '../kernel/desktop/errors.tsx';
import { whenSaved } from '../kernel/desktop/in-turn.ts';
import type { CollectionEntry, ModelEntry } from '../kernel/workspace/workspace-location.ts';
import { Notice } from '../ui/notice.tsx';
import { noticeLimits, remember } from './export-file.tsx';

/** Asks for a folder, and writes one file into it for each model of a collection. */
export const exportModels = async (
  { models }: CollectionEntry,
  orderOf: (model: ModelEntry) => ExportOrder,
): Promise<void> => {
  try {
    const folder = await desktop.exports.chooseFolder();
    if (folder) await saveAll(folder, models.map(orderOf));
  } catch (error) {
    showError(error);
  }
};

type Folder = { handle: string; folderName: string };

/**
 * Writes the files one after another. If the export is canceled or fails, the finished files stay, and
 * the notification shows how many files were saved.
 */
const saveAll = async ({ handle, folderName }: Folder, orders: ExportOrder[]): Promise<void> => {
  const abort = new AbortController();
  const total = orders.length;
  let done = 0;
  const savedFiles: SavedFile[] = [];
  const progress = () => (
    <Notice
      action={t('cancel')}
      onAction={() => abort.abort()}
      text={t('exports:models.saving', { done, total })}
    />
  );
  const id = notifications.show({
    autoClose: false,
    allowClose: false,
    loading: true,
    message: progress(),
  });
  const saveEach = async (): Promise<void> => {
    await new Promise<void>((resolve) => whenSaved(resolve));
    for (const order of orders) {
      if (done === 0) remember(order);
      const saved = await desktop.exports.saveInto({ handle, order }, { signal: abort.signal });
      if (!saved) return;
      savedFiles.push(saved);
      done += 1;
      notifications.update({ id, message: progress() });
    }
  };
  try {
    await saveEach();
  } catch (error) {
    if (!abort.signal.aborted) showError(error);
  }
  const text =
    done === total
      ? t('exports:models.saved', { count: total, folder: folderName })
      : t('exports:models.stopped', { done, total });
  const message =
    done === 0 ? (
      text
    ) : (
      <Notice
        action={t('exports:show-in-folder')}
        onAction={() => void desktop.exports.reveal({ handle }).catch(showError)}
        text={text}
      />
    );
  notifications.update({ id, autoClose: 15_000, allowClose: true, loading: false, message });
  noticeLimits(savedFiles);
};
