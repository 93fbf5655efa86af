import { useQuery } from '@tanstack/react-query';
import type { CodexKind } from '#shared/codex/codex-entry.ts';
import { queries, queryClient } from '../kernel/desktop/desktop.ts';

/**
 * The time between two reads of an empty codex, in ms. A new workspace gets the library soon after
 * its first start.
 */
const untilLibrary = 3000;
/** After this many reads, an empty codex counts as intentionally empty. */
const maxReads = 6;

/** Returns the entries of a kind. They are read from the service each time that they are shown. */
export const useCodexList = (kind: CodexKind) =>
  useQuery(
    queries.codex.list.queryOptions({
      input: { kind },
      staleTime: 0,
      refetchInterval: ({ state }) =>
        state.data?.length === 0 && state.dataUpdateCount < maxReads ? untilLibrary : false,
    }),
  );

/** Reads all lists again after a change. */
export const refreshCodex = async (): Promise<void> => {
  const all = { queryKey: queries.codex.key() };
  // A first read that began before the change would otherwise count as current.
  await queryClient.cancelQueries(all);
  await queryClient.invalidateQueries(all);
};
