import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Makes queries read their data again. A query that is just read for the first time is read again after
 * that, because the first answer may be older than the change. TanStack Query alone would not do so.
 */
export const invalidate = (client: QueryClient, queryKey: QueryKey): void => {
  const first = client.getQueryCache().findAll({
    queryKey,
    predicate: ({ state }) => state.data === undefined && state.fetchStatus === 'fetching',
  });
  void client.invalidateQueries({ queryKey });
  for (const query of first) {
    query.promise?.then(
      () => client.invalidateQueries({ queryKey: query.queryKey, exact: true }),
      () => undefined,
    );
  }
};
