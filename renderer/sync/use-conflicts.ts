import { useQuery } from '@tanstack/react-query';
import type { ConflictSummary } from '#shared/desktop/sync.ts';
import { queries } from '../app/desktop.ts';
import { useSyncStatus } from './sync-status.ts';

const none: ConflictSummary[] = [];

/** Records that wait for a decision. Nothing is asked for as long as the status tells of none. */
export const useConflicts = (): ConflictSummary[] => {
  const enabled = useSyncStatus(({ status }) => (status?.conflicts ?? 0) > 0);
  const { data } = useQuery(queries.sync.conflicts.queryOptions({ enabled }));
  return enabled ? (data ?? none) : none;
};
