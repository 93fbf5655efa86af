import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ConflictSummary } from '#shared/desktop/sync.ts';
import { SyncDot, useSyncStatus } from '../kernel/connection/sync-status.tsx';
import { queries } from '../kernel/desktop/desktop.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { openConflict } from './conflict-choices.ts';

const none: ConflictSummary[] = [];

/** Returns the open conflicts. Sends no request while the sync status reports no conflicts. */
export const useConflicts = (): ConflictSummary[] => {
  const enabled = useSyncStatus(({ status }) => (status?.conflicts ?? 0) > 0);
  const { data } = useQuery(queries.sync.conflicts.queryOptions({ enabled }));
  return enabled ? (data ?? none) : none;
};

/**
 * A button on a canvas that is in conflict. It shows the number of conflicts and opens the dialog that
 * resolves them.
 */
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
