import { notifications } from '@mantine/notifications';
import { t } from 'i18next';
import { desktop } from '../app/desktop.ts';
import { showError } from '../app/show-error.tsx';

/** Asks where to save a model and says where it went. */
export const exportOtm = async (modelId: string): Promise<void> => {
  try {
    const { fileName } = await desktop.exports.otm({ id: modelId });
    if (fileName === null) return;
    notifications.show({ message: t('exported', { ns: 'exports', file: fileName }) });
  } catch (error) {
    showError(error);
  }
};
