import { notifications } from '@mantine/notifications';
import { t } from 'i18next';
import type { ExportSource } from '#shared/desktop/exports.ts';
import { desktop } from '../app/desktop.ts';
import { whenSaved } from '../app/in-turn.ts';
import { showError } from '../app/show-error.tsx';
import { Notice } from '../ui/notice.tsx';

/** Where the person wants it. */
type Target = { handle: string; fileName: string };

/** Asks where to save a canvas or a model, has it made, and says where it went. */
export const exportFile = async (source: ExportSource): Promise<void> => {
  try {
    const target = await desktop.exports.choose(source);
    if (target) await save(source, target);
  } catch (error) {
    showError(error);
  }
};

/** Where the last file went: the next export takes its place, so that they do not pile up. */
let lastSaved = '';

const save = async (source: ExportSource, { handle, fileName: file }: Target): Promise<void> => {
  const abort = new AbortController();
  notifications.hide(lastSaved);
  const id = notifications.show({
    autoClose: false,
    allowClose: false,
    loading: true,
    message: (
      <Notice
        action={t('cancel')}
        onAction={() => abort.abort()}
        text={t('saving', { ns: 'exports', file })}
      />
    ),
  });
  try {
    await new Promise<void>((resolve) => whenSaved(resolve));
    await desktop.exports.save({ ...source, handle }, { signal: abort.signal });
  } catch (error) {
    notifications.hide(id);
    throw error;
  }
  lastSaved = id;
  notifications.update({
    id,
    autoClose: 15_000,
    allowClose: true,
    loading: false,
    message: (
      <Notice
        action={t('show-in-folder', { ns: 'exports' })}
        onAction={() => void desktop.exports.reveal({ handle }).catch(showError)}
        text={t('saved', { ns: 'exports', file })}
      />
    ),
  });
};
