import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import type { RegisterRow, RegisterScope } from '#shared/desktop/register.ts';
import { desktop, queries } from '../kernel/desktop/desktop.ts';
import { localDay } from '../ui/relative-time.ts';
import type { RegisterItem } from './register-items.ts';
import { registerPages } from './register-pages.ts';
import { useRegister } from './register-state.ts';

const maxKnown = 5000;
const known = new Map<number, RegisterRow>();

/** Returns the numbers of all rows that match the filter, in order. */
export const useRegisterList = (scope: RegisterScope) => {
  const of = useRegister((state) => state.of);
  const filter = useRegister((state) => state.filter);
  const sort = useRegister((state) => state.sort);
  const grouping = useRegister((state) => state.grouping);
  return useQuery({
    ...queries.register.list.queryOptions({
      input: { of, scope, filter, sort, grouping, today: localDay() },
    }),
    placeholderData: keepPreviousData,
    // The new list is not compared with the old list, because comparing 100,000 numbers takes longer
    // than rendering the few visible rows again.
    structuralSharing: false,
    gcTime: 0,
  });
};

/**
 * Returns the rows at these indexes, and the other rows on the same pages. While a row is read again, it
 * keeps its last values.
 */
export const useRegisterRows = (
  items: readonly RegisterItem[],
  indexes: readonly number[],
): ReadonlyMap<number, RegisterRow> => {
  const pages = registerPages(items, indexes);
  return useQueries({
    queries: pages.map((numbers) => ({
      queryKey: queries.register.rows.key({ input: { numbers } }),
      queryFn: () => readRows(numbers),
      gcTime: 10_000,
    })),
    combine: (results) => {
      const rows = new Map<number, RegisterRow>();
      for (const number of pages.flat()) {
        const row = known.get(number);
        if (row) rows.set(number, row);
      }
      for (const { data } of results) for (const row of data ?? []) rows.set(row.number, row);
      return rows;
    },
  });
};

const readRows = async (numbers: readonly number[]): Promise<RegisterRow[]> => {
  const rows = await desktop.register.rows({ numbers: [...numbers] });
  if (known.size > maxKnown) known.clear();
  for (const row of rows) known.set(row.number, row);
  return rows;
};
