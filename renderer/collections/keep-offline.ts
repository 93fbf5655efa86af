import { desktop, queries } from '../app/desktop.ts';
import { queryClient } from '../app/query-client.ts';
import { showError } from '../app/show-error.tsx';
import type { CollectionEntry } from './use-overview.ts';

/** Marks a collection to be fetched whole, or takes the mark away. */
export const toggleKeptOffline = async ({ id, keptOffline }: CollectionEntry): Promise<void> => {
  try {
    await desktop.sync.keepOffline({ id, keep: !keptOffline });
    await queryClient.invalidateQueries({ queryKey: queries.workspace.overview.key() });
  } catch (error) {
    showError(error);
  }
};
