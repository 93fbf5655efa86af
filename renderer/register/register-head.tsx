import type { Table } from '@tanstack/react-table';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useState } from 'react';
import {
  registerColumns,
  type RegisterColumn,
  type RegisterRow,
} from '#shared/desktop/register.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { placeColumn, useRegister } from './register-state.ts';
import classes from './register-table.module.css';

type HeadProps = { table: Table<RegisterRow>; numbers: readonly number[] };

/**
 * The column names. A click on a name sorts the table by its column. Dragging a name moves the column.
 */
export const RegisterHead = ({ table, numbers }: HeadProps) => {
  const { t } = useTranslation('register');
  const selected = useRegister((state) => state.selected);
  const [dragged, setDragged] = useState<RegisterColumn | null>(null);
  const isAll = numbers.length > 0 && selected.size === numbers.length;
  return (
    <div className={classes.head} role="rowgroup">
      <div aria-rowindex={1} className={classes.headRow} role="row">
        <span className={`${classes.headCell} ${classes.check}`} role="columnheader">
          <input
            aria-label={t('select-all')}
            checked={isAll}
            onChange={() => useRegister.setState({ selected: new Set(isAll ? [] : numbers) })}
            type="checkbox"
          />
        </span>
        {table.getFlatHeaders().map((header) => {
          const sorted = header.column.getIsSorted();
          const column = registerColumns.find((each) => each === header.id) ?? 'title';
          return (
            // The header cell needs no focus, because the button in it gets the focus. With the
            // keyboard, the person moves columns in the menu of columns.
            // oxlint-disable-next-line jsx-a11y/interactive-supports-focus
            <span
              aria-sort={sorted === false ? 'none' : sorted === 'desc' ? 'descending' : 'ascending'}
              className={classes.headCell}
              data-column={header.id}
              key={header.id}
              onDragOver={(event) => {
                if (dragged !== null) event.preventDefault();
              }}
              onDrop={(event) => {
                event.preventDefault();
                if (dragged !== null) placeColumn(dragged, column);
              }}
              role="columnheader"
              style={{ inlineSize: header.getSize() }}
            >
              <button
                className={classes.sort}
                draggable
                onDragEnd={() => setDragged(null)}
                onDragStart={() => setDragged(column)}
                onClick={(event) => header.column.getToggleSortingHandler()?.(event.nativeEvent)}
                title={t('sort-hint')}
                type="button"
              >
                {t(`column.${column}`)}
              </button>
              {sorted === 'asc' && <ArrowUp aria-hidden size={12} />}
              {sorted === 'desc' && <ArrowDown aria-hidden size={12} />}
              <span
                aria-hidden
                className={classes.resize}
                onPointerDown={header.getResizeHandler()}
              />
            </span>
          );
        })}
      </div>
    </div>
  );
};
