import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import type { ConflictKey } from '#shared/desktop/sync.ts';
import { desktop } from '../kernel/desktop/desktop.ts';
import { showError } from '../kernel/desktop/errors.tsx';
import { wantComponent } from '../kernel/workspace/location.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { leaveSyncPanel } from './sync-panel-state.ts';

/**
 * Returns a function that opens a record for editing. A record on a canvas opens there, and its
 * component is selected. A model opens on its page, and a collection on the home page.
 */
export const useOpenRecord = (): ((record: ConflictKey) => void) => {
  const { t } = useTranslation('sync');
  const navigate = useNavigate();

  const open = async ({ kind, id }: ConflictKey): Promise<void> => {
    const found = await desktop.records.find({ kind, id });
    if (!found) {
      notifications.show({ message: t('not-here') });
      return;
    }
    leaveSyncPanel();
    const { modelId, canvasId, componentId } = found;
    if (canvasId !== null) {
      if (componentId !== null) wantComponent({ canvasId, componentId });
      await navigate({ to: '/canvases/$canvasId', params: { canvasId } });
    } else if (modelId === null) await navigate({ to: '/' });
    else await navigate({ to: '/models/$modelId', params: { modelId } });
  };
  return (record) => void open(record).catch(showError);
};
