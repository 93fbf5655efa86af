import { ActionIcon, Button, Menu } from '@mantine/core';
import { ArrowLeft, ArrowRight, ChevronDown, Columns3, Plus, X } from 'lucide-react';
import { useTranslation } from '../locales/use-translation.tsx';
import { maxChanged } from './change-threats.ts';
import { initialWidths } from './column-widths.ts';
import { copyThreats, exportThreats } from './copy-threats.ts';
import {
  moveColumn,
  orderedColumns,
  removeView,
  resizeColumn,
  showView,
  toggleColumn,
  useRegister,
} from './register-state.ts';
import { ask } from './threat-prompt.tsx';

const widthStep = 40;

/**
 * A menu that shows and hides columns. For the keyboard, it also moves and resizes one column: the first
 * column in the sort order.
 */
export const ColumnMenu = () => {
  const { t } = useTranslation('register');
  const of = useRegister((state) => state.of);
  const { hidden, order, widths } = useRegister((state) => state.chosen);
  const [first] = useRegister((state) => state.sort);
  const column = first?.column ?? 'title';
  const width = widths[column] ?? initialWidths[column];
  return (
    <Menu closeOnItemClick={false}>
      <Menu.Target>
        <ActionIcon aria-label={t('columns')} size="xs" title={t('columns')} variant="default">
          <Columns3 size={14} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown aria-label={t('columns')} mah={420} style={{ overflow: 'auto' }}>
        {orderedColumns(of, order).map((each) => (
          <Menu.CheckboxItem
            checked={!hidden.includes(each)}
            disabled={each === 'title'}
            key={each}
            onChange={() => toggleColumn(each)}
          >
            {t(`column.${each}`)}
          </Menu.CheckboxItem>
        ))}
        <Menu.Divider />
        <Menu.Label>{t('column-of', { column: t(`column.${column}`) })}</Menu.Label>
        <Menu.Item leftSection={<ArrowLeft />} onClick={() => moveColumn(column, -1)}>
          {t('move-left')}
        </Menu.Item>
        <Menu.Item leftSection={<ArrowRight />} onClick={() => moveColumn(column, 1)}>
          {t('move-right')}
        </Menu.Item>
        <Menu.Item onClick={() => resizeColumn(column, width + widthStep)}>{t('wider')}</Menu.Item>
        <Menu.Item onClick={() => resizeColumn(column, Math.max(50, width - widthStep))}>
          {t('narrower')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};

/** The menu with the saved views and the actions on the whole table. */
export const ViewMenu = ({ numbers }: { numbers: readonly number[] }) => {
  const { t } = useTranslation('register');
  const { views } = useRegister((state) => state.chosen);
  return (
    <Menu>
      <Menu.Target>
        <Button fw={400} rightSection={<ChevronDown size={12} />} size="xs" variant="default">
          {t('views')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={t('views')} mah={420} style={{ overflow: 'auto' }}>
        {views.map((view) => (
          <Menu.Item key={view.name} onClick={() => showView(view)}>
            {view.name}
          </Menu.Item>
        ))}
        {views.length > 0 && <Menu.Divider />}
        <Menu.Item leftSection={<Plus />} onClick={() => ask({ kind: 'view' })}>
          {t('save-view')}
        </Menu.Item>
        {views.map(({ name }) => (
          <Menu.Item key={name} leftSection={<X />} onClick={() => removeView(name)}>
            {t('remove-view', { name })}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          disabled={numbers.length === 0 || numbers.length > maxChanged}
          onClick={() => void copyThreats(numbers)}
        >
          {t('copy-table')}
        </Menu.Item>
        <Menu.Item disabled={numbers.length === 0} onClick={() => void exportThreats(numbers)}>
          {t('export-csv')}
        </Menu.Item>
        <Menu.Item onClick={() => ask({ kind: 'help' })}>{t('show-keys')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};
