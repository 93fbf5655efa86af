import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';

/** The queries that will be read again after their first reading. */
const waiting = new WeakSet<Query>();

/**
 * Makes queries read their data again. A query that is being read for the first time is read again after
 * that, because the first answer may be older than the change. TanStack Query alone would not do so.
 */
export const invalidate = (client: QueryClient, queryKey: QueryKey): void => {
  const first = client.getQueryCache().findAll({
    queryKey,
    predicate: (query) =>
      query.state.data === undefined &&
      query.state.fetchStatus === 'fetching' &&
      !waiting.has(query),
  });
  void client.invalidateQueries({ queryKey });
  for (const query of first) {
    waiting.add(query);
    const readAgain = (): void => {
      waiting.delete(query);
      void client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    };
    query.promise?.then(readAgain, () => waiting.delete(query));
  }
};
