import { useElementSize, useMergedRef } from '@mantine/hooks';
import {
  useLayoutEffect,
  useRef,
  useState,
  type ComponentType,
  type CSSProperties,
  type KeyboardEvent,
} from 'react';
import { treeStep, typedRow, type TreeItem } from './tree-keys.ts';
import classes from './virtual-tree.module.css';

/** What a row of the page has to be given, to be a row of the tree. */
export type RowShell = {
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
  /** The row that the Tab key leads to. */
  active: string | null;
  /** Gives a row the Tab stop; `isStep` when a key led there. */
  activate: (row: Row, isStep: boolean) => void;
  expand: (id: string, open: boolean) => void;
  /** Keys of what is shown: whether one meant something. They come before those of the tree. */
  onRowKey?: (row: Row, event: KeyboardEvent) => boolean;
  /** Letters that are commands, and do not begin to be typed. */
  isCommandKey?: (key: string) => boolean;
  isMultiselectable?: boolean;
};

const rowHeight = 28;
const overscan = 6;
const typingPause = 900;

/**
 * A tree of any length: only the rows in view are in the page, and the one that has the focus,
 * because the focus would be lost with it.
 */
export const VirtualTree = <Row extends TreeItem>(props: VirtualTreeProps<Row>) => {
  const { label, rows, Row, active, isMultiselectable = false } = props;
  const tree = useRef<HTMLDivElement>(null);
  const { ref: measured, height } = useElementSize();
  const [scrolled, setScrolled] = useState(0);
  const ref = useMergedRef(tree, measured);
  const found = rows.findIndex((row) => row.id === active);
  const [last, setLast] = useState(0);
  const hasFocus = useRef(false);
  const index = found < 0 ? Math.min(last, rows.length - 1) : found;
  if (index >= 0 && index !== last) setLast(index);

  useLayoutEffect(() => {
    // What had the focus is gone, or has just been made: the focus stays in the tree.
    if (hasFocus.current && document.activeElement === document.body) focusRow(tree.current, index);
  });

  const onKeyDown = useTreeKeys(props, index, tree);
  const first = Math.max(0, Math.floor(scrolled / rowHeight) - overscan);
  const end = Math.ceil((scrolled + height) / rowHeight) + overscan;
  const places = new Set(rows.slice(first, end).map((_row, offset) => first + offset));
  if (index >= 0) places.add(index);

  return (
    // The rows have the focus and the keys; they are listened to in one place.
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus
    <div
      aria-label={label}
      aria-multiselectable={isMultiselectable || undefined}
      className={classes.tree}
      onBlur={() => (hasFocus.current = false)}
      onFocus={() => (hasFocus.current = true)}
      onKeyDown={onKeyDown}
      onScroll={(event) => setScrolled(event.currentTarget.scrollTop)}
      ref={ref}
      role="tree"
    >
      <div
        className={classes.rows}
        role="presentation"
        style={{ blockSize: rows.length * rowHeight }}
      >
        {[...places]
          .toSorted((one, other) => one - other)
          .map((place) => {
            const row = rows[place];
            return (
              row && (
                <Row
                  key={row.id}
                  row={row}
                  shell={shellOf(row, place, place === index, () => props.activate(row, false))}
                />
              )
            );
          })}
      </div>
    </div>
  );
};

const shellOf = (
  { id, level, isExpanded, setSize, position }: TreeItem,
  place: number,
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
  style: { insetBlockStart: place * rowHeight, paddingInlineStart: 6 + (level - 1) * 14 },
  tabIndex: isActive ? 0 : -1,
  onFocus,
});

const focusRow = (tree: HTMLDivElement | null, index: number): void => {
  if (!tree || index < 0) return;
  scrollTo(tree, index);
  tree.querySelector<HTMLElement>('[role=treeitem][tabindex="0"]')?.focus({ preventScroll: true });
};

const scrollTo = (tree: HTMLDivElement, index: number): void => {
  const top = index * rowHeight;
  const { scrollTop, clientHeight } = tree;
  if (top < scrollTop) tree.scrollTo({ top });
  else if (top + rowHeight > scrollTop + clientHeight) {
    tree.scrollTo({ top: top + rowHeight - clientHeight });
  }
};

const useTreeKeys = <Row extends TreeItem>(
  { rows, textOf, activate, expand, onRowKey, isCommandKey }: VirtualTreeProps<Row>,
  index: number,
  tree: React.RefObject<HTMLDivElement | null>,
) => {
  const typed = useRef({ text: '', at: -typingPause });

  const goTo = (row: Row | undefined): void => {
    if (!row) return;
    activate(row, true);
    const place = rows.indexOf(row);
    // The row may have to be put into the page first.
    requestAnimationFrame(() => focusRow(tree.current, place));
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

/** Gives the focus to the row of a tree that has the Tab stop, as soon as it is in the page. */
export const focusTree = (within: string): void =>
  void requestAnimationFrame(() =>
    document
      .querySelector<HTMLElement>(`${within} [role=treeitem][tabindex="0"]`)
      ?.focus({ preventScroll: true }),
  );
