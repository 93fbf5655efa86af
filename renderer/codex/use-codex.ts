import { useQuery } from '@tanstack/react-query';
import type { CodexKind } from '#shared/codex/codex-entry.ts';
import { queries, queryClient } from '../kernel/desktop/desktop.ts';

/**
 * The time, in ms, after which an empty codex is read again. In a new workspace, the codex is empty
 * until the app has added the default library, soon after the first start.
 */
const untilLibrary = 3000;
/**
 * The maximum number of times that an empty codex is read. After these reads, the codex counts as
 * intentionally empty.
 */
const maxReads = 6;

/** Returns the entries of a kind. The app reads them from the service each time that they are shown. */
export const useCodexList = (kind: CodexKind) =>
  useQuery(
    queries.codex.list.queryOptions({
      input: { kind },
      staleTime: 0,
      refetchInterval: ({ state }) =>
        state.data?.length === 0 && state.dataUpdateCount < maxReads ? untilLibrary : false,
    }),
  );

/** Reads all lists again after a change to the codex. */
export const refreshCodex = async (): Promise<void> => {
  const all = { queryKey: queries.codex.key() };
  // Cancels running reads, because their results may be older than the change. `invalidateQueries` alone
  // would let the first read of a query continue.
  await queryClient.cancelQueries(all);
  await queryClient.invalidateQueries(all);
};
