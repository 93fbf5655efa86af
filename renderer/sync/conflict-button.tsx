import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { openConflict } from './conflict-choices.ts';
import { SyncDot } from './sync-dot.tsx';
import { useConflicts } from './use-conflicts.ts';

/** At a canvas that others changed too: how much there is to decide, and the way to it. */
export const ConflictButton = ({ canvasId }: { canvasId: string }) => {
  const { t } = useTranslation('sync');
  const conflict = useConflicts().find(({ kind, id }) => kind === 'canvas' && id === canvasId);
  if (!conflict) return null;
  return (
    <Button
      leftSection={<SyncDot state="attention" />}
      ml="auto"
      onClick={() => openConflict(conflict)}
      size="xs"
      variant="default"
    >
      {t('conflicts.open', { count: conflict.count })}
    </Button>
  );
};
