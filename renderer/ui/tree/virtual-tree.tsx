import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual';
import {
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentType,
  type CSSProperties,
  type KeyboardEvent,
} from 'react';
import { flushSync } from 'react-dom';
import { treeStep, typedRow, type TreeItem } from './tree-keys.ts';
import classes from './virtual-tree.module.css';

/** The attributes that a DOM element needs to be a row of the tree. */
type RowShell = {
  role: 'treeitem';
  'aria-level': number;
  'aria-expanded': boolean | undefined;
  'aria-setsize': number;
  'aria-posinset': number;
  'data-row': string;
  className: string | undefined;
  style: CSSProperties;
  tabIndex: number;
  onFocus: () => void;
};

export type TreeRowProps<Row extends TreeItem> = { row: Row; shell: RowShell };

type VirtualTreeProps<Row extends TreeItem> = {
  label: string;
  rows: readonly Row[];
  Row: ComponentType<TreeRowProps<Row>>;
  textOf: (row: Row) => string;
  /**
   * The ID of the row with the Tab stop. If no row has this ID, the Tab stop stays at its last position
   * in the list.
   */
  active: string | null;
  /**
   * Moves the Tab stop to a row. `isStep` is true if a key of the tree caused the move, and false if the
   * row got the focus in another way.
   */
  activate: (row: Row, isStep: boolean) => void;
  expand: (id: string, open: boolean) => void;
  /** Handles keys for the content of a row, before the tree does. Returns true if it handled the key. */
  onRowKey?: (row: Row, event: KeyboardEvent) => boolean;
  /** Tells if a letter key is a command. Such a key does not start a search for a row by its letters. */
  isCommandKey?: (key: string) => boolean;
  isMultiselectable?: boolean;
};

const rowHeight = 28;
const overscan = 6;
const typingPause = 900;

/**
 * A tree that mounts only the rows in view and the row with the Tab stop. The row with the Tab stop may
 * have the focus, which would be lost if scrolling unmounted the row.
 */
export const VirtualTree = <Row extends TreeItem>(props: VirtualTreeProps<Row>) => {
  const { label, rows, Row, active, isMultiselectable = false } = props;
  const tree = useRef<HTMLDivElement>(null);
  const found = rows.findIndex((row) => row.id === active);
  const [last, setLast] = useState(0);
  const hasFocus = useRef(false);
  const index = found < 0 ? Math.min(last, rows.length - 1) : found;
  if (index >= 0 && index !== last) setLast(index);

  // The React compiler skips this component. Memoized values would be outdated, because the virtualizer
  // stays the same object while scrolling changes its content.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => tree.current,
    estimateSize: () => rowHeight,
    overscan,
    rangeExtractor: useCallback((range: Range) => withIndex(range, index), [index]),
  });
  const focusRow = (rowIndex: number): void => {
    if (rowIndex < 0) return;
    virtualizer.scrollToIndex(rowIndex);
    tree.current
      ?.querySelector<HTMLElement>('[role=treeitem][tabindex="0"]')
      ?.focus({ preventScroll: true });
  };

  useLayoutEffect(() => {
    // Keeps the focus in the tree after the focused row was removed or replaced.
    if (hasFocus.current && document.activeElement === document.body) focusRow(index);
  });

  const onKeyDown = useTreeKeys(props, index, focusRow);

  return (
    // The tree needs no focus, because one of its rows has the focus. The tree handles the keys for all
    // rows.
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus
    <div
      aria-label={label}
      aria-multiselectable={isMultiselectable || undefined}
      className={classes.tree}
      onBlur={() => (hasFocus.current = false)}
      onFocus={() => (hasFocus.current = true)}
      onKeyDown={onKeyDown}
      ref={tree}
      role="tree"
    >
      <div
        className={classes.rows}
        role="presentation"
        style={{ blockSize: virtualizer.getTotalSize() }}
      >
        {virtualizer.getVirtualItems().map(({ index: rowIndex, start }) => {
          const row = rows[rowIndex];
          return (
            row && (
              <Row
                key={row.id}
                row={row}
                shell={shellOf(row, start, rowIndex === index, () => props.activate(row, false))}
              />
            )
          );
        })}
      </div>
    </div>
  );
};

/** Returns the indexes of the rows to mount: those in view and the row with the Tab stop. */
const withIndex = (range: Range, index: number): number[] => {
  const indexes = defaultRangeExtractor(range);
  if (index < 0 || index >= range.count || indexes.includes(index)) return indexes;
  return [...indexes, index].toSorted((one, other) => one - other);
};

const shellOf = (
  { id, level, isExpanded, setSize, position }: TreeItem,
  start: number,
  isActive: boolean,
  onFocus: () => void,
): RowShell => ({
  role: 'treeitem',
  'aria-level': level,
  'aria-expanded': isExpanded ?? undefined,
  'aria-setsize': setSize,
  'aria-posinset': position,
  'data-row': id,
  className: classes.row,
  style: { insetBlockStart: start, paddingInlineStart: 6 + (level - 1) * 14 },
  tabIndex: isActive ? 0 : -1,
  onFocus,
});

const useTreeKeys = <Row extends TreeItem>(
  { rows, textOf, activate, expand, onRowKey, isCommandKey }: VirtualTreeProps<Row>,
  index: number,
  focusRow: (rowIndex: number) => void,
) => {
  const typed = useRef({ text: '', at: -typingPause });

  const goTo = (row: Row | undefined): void => {
    if (!row) return;
    // Mounts the row at once. If it got the focus a frame later, it would take the focus from a field
    // that the next key has opened.
    flushSync(() => activate(row, true));
    focusRow(rows.indexOf(row));
  };

  const type = (key: string): boolean => {
    const now = performance.now();
    const isOn = now - typed.current.at < typingPause;
    if (key.length !== 1 || key === ' ' || (!isOn && isCommandKey?.(key))) return false;
    const text = (isOn ? typed.current.text : '') + key.toLowerCase();
    const found = typedRow(rows, index, text, textOf);
    typed.current = { text: found ? text : '', at: found ? now : -typingPause };
    goTo(found);
    return found !== undefined;
  };

  const press = (row: Row, event: KeyboardEvent): boolean => {
    if (onRowKey?.(row, event)) return true;
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const step = treeStep(rows, index, event.key, document.dir === 'rtl' ? 'rtl' : 'ltr');
    if (step === undefined) return !event.shiftKey && type(event.key);
    if (step && 'focus' in step) goTo(rows.find(({ id }) => id === step.focus));
    else if (step) expand('expand' in step ? step.expand : step.collapse, 'expand' in step);
    return true;
  };

  return (event: KeyboardEvent): void => {
    const row = rows[index];
    const isInRow = event.target instanceof HTMLElement && event.target.role === 'treeitem';
    if (!row || !isInRow || event.nativeEvent.isComposing) return;
    if (press(row, event)) event.preventDefault();
  };
};

/**
 * Focuses the row with the Tab stop. Before that, renders all state changes made so far, so that the row
 * exists.
 */
export const focusTree = (within: string): void => {
  flushSync(() => {});
  document
    .querySelector<HTMLElement>(`${within} [role=treeitem][tabindex="0"]`)
    ?.focus({ preventScroll: true });
};
