import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import type { CanvasVersion } from '#shared/desktop/versions.ts';
import { desktop, queries } from '../app/desktop.ts';
import { queryClient } from '../app/query-client.ts';
import { showError } from '../app/show-error.tsx';
import { Notice } from '../ui/notice.tsx';
import { versionName } from './version-name.ts';

const noticeId = 'version-removed';
const ns = 'versions' as const;

export const readVersionsAgain = async (): Promise<void> =>
  await queryClient.invalidateQueries({ queryKey: queries.versions.list.key() });

/** Deletes a version and offers to take that back, rather than asking first. */
export const removeVersion = async (version: CanvasVersion): Promise<void> => {
  const { id } = version;
  try {
    await desktop.versions.remove({ id });
    await readVersionsAgain();
    notifications.hide(noticeId);
    notifications.show({
      id: noticeId,
      autoClose: 10_000,
      closeButtonProps: { 'aria-label': i18next.t('close', { ns }) },
      message: (
        <Notice
          action={i18next.t('undo', { ns })}
          onAction={() => void bringBack(id)}
          text={i18next.t('removed', { ns, version: versionName(version) })}
        />
      ),
    });
  } catch (error) {
    showError(error);
  }
};

const bringBack = async (id: number): Promise<void> => {
  notifications.hide(noticeId);
  try {
    await desktop.versions.bringBack({ id });
    await readVersionsAgain();
  } catch (error) {
    showError(error);
  }
};
