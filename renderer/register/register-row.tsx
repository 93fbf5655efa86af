import { ChevronDown, ChevronRight } from 'lucide-react';
import { memo } from 'react';
import { registerColumns, type RegisterRow } from '#shared/desktop/register.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { RegisterCell } from './register-cells.tsx';
import type { RegisterItem } from './register-items.ts';
import { toggled, useRegister } from './register-state.ts';
import { useGroupTitle } from './use-group-title.ts';
import classes from './register-table.module.css';

type GroupProps = {
  group: Exclude<RegisterItem, number>;
  isClosed: boolean;
  rowIndex: number;
  start: number;
  toggle: () => void;
};

/** The head of a group. A click on it expands or collapses the group. */
export const GroupRow = ({ group, isClosed, rowIndex, start, toggle }: GroupProps) => {
  const titleOf = useGroupTitle();
  const Icon = isClosed ? ChevronRight : ChevronDown;
  return (
    <div
      aria-rowindex={rowIndex + 2}
      className={classes.row}
      role="row"
      style={{ insetBlockStart: start }}
    >
      <span className={`${classes.cell} ${classes.groupCell}`} role="gridcell">
        <button aria-expanded={!isClosed} className={classes.group} onClick={toggle} type="button">
          <Icon aria-hidden size={14} />
          {titleOf(group)}
          <span className={classes.count}>{group.count}</span>
        </button>
      </span>
    </div>
  );
};

export type VisibleColumn = { id: string; width: number };

type RowProps = {
  number: number;
  /** The row, or `undefined` while it is loading. */
  row: RegisterRow | undefined;
  columns: readonly VisibleColumn[];
  rowIndex: number;
  start: number;
  isActive: boolean;
  onOpen: ((row: RegisterRow) => void) | undefined;
};

/**
 * The row of a threat or mitigation. If the row is active, its cells can be edited. Scrolling renders
 * the table many times a second, so `memo` keeps rows that stay visible from being rendered again.
 */
export const ThreatRow = memo((props: RowProps) => {
  const { number, row, columns: visibleColumns, rowIndex, start, isActive, onOpen } = props;
  const { t } = useTranslation('register');
  const isSelected = useRegister((state) => state.selected.has(number));
  const toggle = (): void =>
    useRegister.setState(({ selected }) => ({ selected: toggled(selected, number) }));
  return (
    // The table handles the keys of all its rows, so a row needs no key handler.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      aria-busy={row === undefined || undefined}
      aria-rowindex={rowIndex + 2}
      aria-selected={isSelected}
      className={classes.row}
      onClick={() => row && onOpen?.(row)}
      onFocus={() => useRegister.setState({ active: number })}
      role="row"
      style={{ insetBlockStart: start }}
      tabIndex={isActive ? 0 : -1}
    >
      <span className={`${classes.cell} ${classes.check}`} role="gridcell">
        <input
          aria-label={t('select', { title: row?.title ?? '' })}
          checked={isSelected}
          onChange={toggle}
          tabIndex={isActive ? 0 : -1}
          type="checkbox"
        />
      </span>
      {visibleColumns.map(({ id, width }) => {
        const column = registerColumns.find((each) => each === id);
        return (
          <span
            className={classes.cell}
            data-column={id}
            key={id}
            role="gridcell"
            style={{ inlineSize: width }}
          >
            {column && <RegisterCell column={column} isActive={isActive} row={row} />}
          </span>
        );
      })}
    </div>
  );
});
