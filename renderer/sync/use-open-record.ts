import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { ConflictKey } from '#shared/desktop/sync.ts';
import { showError } from '../app/show-error.tsx';
import { wantComponent } from '../canvas/wanted-component.ts';
import { findRecord } from './find-record.ts';
import { leaveSyncPanel } from './sync-panel-state.ts';

/** Goes to where a record is edited: its page, or its canvas with its component selected. */
export const useOpenRecord = (): ((record: ConflictKey) => void) => {
  const { t } = useTranslation('sync');
  const navigate = useNavigate();

  const open = async ({ kind, id }: ConflictKey): Promise<void> => {
    const found = await findRecord(kind, id);
    if (!found) {
      notifications.show({ message: t('not-here') });
      return;
    }
    leaveSyncPanel();
    const { place } = found;
    if (place.page === 'home') await navigate({ to: '/' });
    if (place.page === 'model') {
      await navigate({ to: '/models/$modelId', params: { modelId: place.modelId } });
    }
    if (place.page !== 'canvas') return;
    const { canvasId, componentId } = place;
    if (componentId !== null) wantComponent({ canvasId, componentId });
    await navigate({ to: '/canvases/$canvasId', params: { canvasId } });
  };
  return (record) => void open(record).catch(showError);
};
