import {
  getCoreRowModel,
  useReactTable,
  type ColumnDef,
  type SortingState,
  type Table,
} from '@tanstack/react-table';
import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import {
  registerColumns,
  type RegisterColumn,
  type RegisterList,
  type RegisterRow,
} from '#shared/desktop/register.ts';
import { same } from '#shared/merge/same-value.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { checkWidth, fittedTitles, initialWidths } from './column-widths.ts';
import { focusOpenedTable } from './register-focus.ts';
import { RegisterHead } from './register-head.tsx';
import { registerItems } from './register-items.ts';
import { GroupRow, ThreatRow, type VisibleColumn } from './register-row.tsx';
import { orderedColumns, resizeColumn, toggled, useRegister } from './register-state.ts';
import { rowElements } from './row-elements.ts';
import { useRegisterKeys } from './use-register-keys.ts';
import { useRegisterRows } from './use-register-rows.ts';
import classes from './register-table.module.css';

const rowHeight = 32;
const overscan = 6;

type Props = {
  list: RegisterList;
  /** Opens the canvas of a threat, and the threat in the inspector. */
  open: (row: RegisterRow) => void;
  /** Called when another row becomes active. */
  onActive?: (row: RegisterRow) => void;
  /** True on a page. The table then gets the focus at once, so that its keys work. */
  takesFocus?: boolean;
};

/**
 * The table of threats or mitigations. It may be very long, so it reads and mounts only the rows in view
 * and the active row. The active row stays mounted, because it may have the focus.
 */
export const RegisterTable = ({ list, open, onActive, takesFocus = false }: Props) => {
  const { t } = useTranslation('register');
  const of = useRegister((state) => state.of);
  const active = useRegister((state) => state.active);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [last, setLast] = useState(0);
  const grid = useRef<HTMLDivElement>(null);
  const hasFocus = useRef(false);
  const items = useMemo(() => registerItems(list, closed), [list, closed]);
  const found = active === null ? -1 : items.indexOf(active);
  const index = found < 0 ? Math.min(last, items.length - 1) : found;
  if (index >= 0 && index !== last) setLast(index);

  // The React compiler skips this component. Memoized values would be outdated, because the virtualizer
  // stays the same object while scrolling changes its content.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => grid.current,
    estimateSize: () => rowHeight,
    scrollPaddingStart: rowHeight,
    overscan,
    rangeExtractor: (range) => withIndex(range, index),
  });
  const rowIndexes = virtualizer.getVirtualItems().map((item) => item.index);
  const rows = useRegisterRows(items, rowIndexes);
  const [elementsFor] = useState(rowElements);
  const mounted = elementsFor(items, rowIndexes, {
    active: index,
    isScrolling: virtualizer.isScrolling,
  });
  const width = useWidth(grid);
  const table = useColumns(width);
  const columns = useVisibleColumns(table);
  const titleWidth = table.getColumn('title')?.getSize() ?? 0;
  const fullWidth = table.getTotalSize() + checkWidth;
  // Pinned cells cost time in each frame, so cells are pinned only if the table scrolls sideways. A
  // title column that a person made very wide is not pinned, because it would cover the other columns.
  const isPinned = fullWidth > width && titleWidth <= width / 2;

  const activate = (rowIndex: number): void => {
    const item = items[rowIndex];
    if (typeof item !== 'number') return;
    // Mounts the row at once, so that the focus moves without waiting for a frame.
    flushSync(() => useRegister.setState({ active: item }));
    virtualizer.scrollToIndex(rowIndex);
    focusRow(grid.current, rowIndex);
    const row = rows.get(item);
    if (row) onActive?.(row);
  };

  useLayoutEffect(() => {
    // Scrolls to a threat whose component was selected on the canvas.
    if (!hasFocus.current && found >= 0) virtualizer.scrollToIndex(found);
  }, [found, virtualizer]);

  useLayoutEffect(() => {
    // Keeps the focus in the table when the focused row is removed.
    if (hasFocus.current && document.activeElement === document.body) {
      focusRow(grid.current, index);
    }
  });

  // The first rendering has no rows, because the table is not measured yet. So the focus moves only when
  // there are rows.
  const isOpened = takesFocus && mounted.length > 0;
  useEffect(() => {
    if (isOpened) focusOpenedTable();
  }, [isOpened]);

  const keys = useRegisterKeys({ items, index, rows, activate, open });

  return (
    // The table needs no focus, because one of its rows has the focus. The table handles the keys for
    // all rows.
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus
    <div
      aria-colcount={table.getVisibleLeafColumns().length + 1}
      aria-label={t(of === 'threat' ? 'title' : 'title-mitigations')}
      aria-multiselectable
      aria-rowcount={items.length + 1}
      className={classes.grid}
      data-pinned={isPinned || undefined}
      data-register
      onBlur={() => (hasFocus.current = false)}
      onFocus={() => (hasFocus.current = true)}
      onKeyDown={keys}
      ref={grid}
      role="grid"
      style={{ scrollPaddingInlineStart: checkWidth + (isPinned ? titleWidth : 0) }}
    >
      <RegisterHead numbers={list.numbers} table={table} />
      <div
        className={classes.body}
        role="rowgroup"
        style={{
          blockSize: virtualizer.getTotalSize(),
          inlineSize: fullWidth,
        }}
      >
        {mounted.map(({ key, item, rowIndex }) =>
          typeof item === 'number' ? (
            <ThreatRow
              columns={columns}
              isActive={rowIndex === index}
              key={key}
              number={item}
              onOpen={onActive}
              rowIndex={rowIndex}
              row={rows.get(item)}
              start={rowIndex * rowHeight}
            />
          ) : (
            <GroupRow
              group={item}
              isClosed={closed.has(item.group)}
              key={key}
              rowIndex={rowIndex}
              start={rowIndex * rowHeight}
              toggle={() => setClosed(toggled(closed, item.group))}
            />
          ),
        )}
      </div>
    </div>
  );
};

/** Returns the indexes of the rows to mount: those in view and that of the active row. */
const withIndex = (range: Range, index: number): number[] => {
  const indexes = defaultRangeExtractor(range);
  if (index < 0 || index >= range.count || indexes.includes(index)) return indexes;
  return [...indexes, index].toSorted((one, other) => one - other);
};

const focusRow = (grid: HTMLElement | null, rowIndex: number): void =>
  grid
    ?.querySelector<HTMLElement>(`[role=row][aria-rowindex="${rowIndex + 2}"]`)
    ?.focus({ preventScroll: true });

/** The columns for which the first click puts the highest or latest value at the top. */
const descendingFirst: ReadonlySet<RegisterColumn> = new Set([
  'priority',
  'likelihood',
  'impact',
  'changed',
]);

const columnsOf = (widths: typeof initialWidths): ColumnDef<RegisterRow>[] =>
  registerColumns.map((id) => ({
    id,
    // Returns no value, because the table model has no rows. TanStack Table sorts only by columns with
    // an accessor.
    accessorFn: () => null,
    sortDescFirst: descendingFirst.has(id),
    size: widths[id],
    minSize: 50,
    maxSize: 900,
  }));

/** Returns the width of the table without its scroll bar. */
const useWidth = (grid: RefObject<HTMLElement | null>): number => {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = grid.current;
    if (!element) return;
    const measure = (): void => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [grid]);
  return width;
};

/**
 * Returns the visible columns. The array stays the same object until a column changes, so that scrolling
 * renders only the rows that come into view.
 */
const useVisibleColumns = (table: Table<RegisterRow>): readonly VisibleColumn[] => {
  const visible = table
    .getVisibleLeafColumns()
    .map((column) => ({ id: column.id, width: column.getSize() }));
  const [known, setKnown] = useState(visible);
  if (!same(visible, known)) setKnown(visible);
  return known;
};

const noRows: RegisterRow[] = [];

/**
 * Returns TanStack Table's model of the columns. The model does not sort or filter rows, because only
 * the store has all rows.
 */
const useColumns = (available: number): Table<RegisterRow> => {
  const of = useRegister((state) => state.of);
  const sort = useRegister((state) => state.sort);
  const { hidden, order, widths: columnSizing } = useRegister((state) => state.chosen);
  const visible = orderedColumns(of, order).filter((column) => !hidden.includes(column));
  const { title, threat } = fittedTitles(visible, columnSizing, available);
  const columns = useMemo(() => columnsOf({ ...initialWidths, title, threat }), [title, threat]);
  const sorting: SortingState = sort.map(({ column, isDescending }) => ({
    id: column,
    desc: isDescending,
  }));
  // The React compiler skips this hook. Memoized values would be outdated, because the table stays the
  // same object while its content changes.
  // oxlint-disable-next-line react/incompatible-library
  return useReactTable({
    data: noRows,
    columns,
    getCoreRowModel: getCoreRowModel(),
    manualSorting: true,
    enableMultiSort: true,
    isMultiSortEvent: (event) => event instanceof MouseEvent && event.shiftKey,
    columnResizeMode: 'onEnd',
    state: {
      sorting,
      columnSizing,
      columnOrder: orderedColumns(of, order),
      columnVisibility: Object.fromEntries(
        registerColumns.map((column) => [column, visible.includes(column)]),
      ),
    },
    onSortingChange: (change) => {
      const next = typeof change === 'function' ? change(sorting) : change;
      useRegister.setState({
        sort: next.flatMap(({ id, desc }) => {
          const column = registerColumns.find((each) => each === id);
          return column ? [{ column, isDescending: desc }] : [];
        }),
      });
    },
    onColumnSizingChange: (change) => {
      const next = typeof change === 'function' ? change(columnSizing) : change;
      for (const [id, width] of Object.entries(next)) {
        if (columnSizing[id] !== width) resizeColumn(id, width);
      }
    },
  });
};
