import { Button, Menu, NativeSelect } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { priorities, threatStatuses } from '#shared/api/enumerations.ts';
import {
  dueFilters,
  filterFields,
  type FilterField,
  type RegisterScope,
  type RegisterValues,
} from '#shared/desktop/register.ts';
import { queries } from '../kernel/desktop/desktop.ts';
import { severities } from '../kernel/records/severity.tsx';
import { mitigationStates, threatStatusTable } from '../kernel/records/statuses.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { setFilter, useRegister } from './register-state.ts';
import classes from './register-table.module.css';

/**
 * All filters except the text filter. They are in one menu if the window is narrow, and in the register
 * of a canvas, because the bottom panel that shows this register is low.
 */
export const RegisterFilters = ({ scope }: { scope: RegisterScope }) => {
  const filters = useFilters(scope);
  const isNarrow = useMediaQuery('(width < 640px)', false, { getInitialValueInEffect: false });
  return isNarrow || scope.kind === 'canvas' ? (
    <FilterMenu filters={filters} />
  ) : (
    <FilterButtons filters={filters} />
  );
};

/** The filter of one field. The person can choose several values of the field. */
type Filter = {
  field: FilterField;
  label: string;
  options: readonly (readonly [value: string, label: ReactNode])[];
};

/**
 * The fields whose filter has its own button. The filters of all other fields are in one menu. The owner
 * needs no button, because people filter by owner mostly to find their own threats, which the button
 * “Mine” does.
 */
const mainFields: ReadonlySet<FilterField> = new Set(['priority', 'status', 'category']);

const useFilters = (scope: RegisterScope): Filter[] => {
  const { t } = useTranslation('register');
  const chosen = useRegister((state) => state.filter);
  const options = useOptions(scope);
  return filterFields
    .map((field) => ({ field, label: t(`column.${field}`), options: options[field] }))
    .filter(
      ({ field, options: known }) =>
        mainFields.has(field) || known.length > 1 || chosen[field].length > 0,
    );
};

const useOptions = (scope: RegisterScope): Record<FilterField, Filter['options']> => {
  const { t } = useTranslation(['register', 'threats', 'mitigations']);
  const of = useRegister((state) => state.of);
  const { data: values } = useQuery(queries.register.values.queryOptions({ input: { scope } }));
  const none = ['', t('nothing')] as const;
  const named = (texts: readonly string[] = []): Filter['options'] =>
    texts.length === 0 ? [] : [...texts.map((text) => [text, text] as const), none];
  const titled = (records: RegisterValues['models'] = []): Filter['options'] =>
    records.map(({ id, title }) => [id, title]);
  const ratings = priorities
    .toReversed()
    .map((value) => [value, t(`threats:${severities[value].textKey}`)] as const);
  return {
    priority: ratings,
    status:
      of === 'threat'
        ? threatStatuses.map((value) => [value, t(`threats:${threatStatusTable[value].textKey}`)])
        : mitigationStates.map(({ status, textKey }) => [
            status ?? '',
            t(`mitigations:${textKey}`),
          ]),
    category: named(values?.categories),
    owner: named(values?.owners),
    component: titled(values?.components),
    canvas: titled(values?.canvases),
    model: titled(values?.models),
    likelihood: [...ratings, none],
    impact: [...ratings, none],
  };
};

const FilterButtons = ({ filters }: { filters: readonly Filter[] }) => {
  const { t } = useTranslation('register');
  const chosen = useRegister((state) => state.filter);
  const mine = useMine();
  const due = useDueOptions();
  const main = filters.filter(({ field }) => mainFields.has(field));
  return (
    <>
      {main.map((filter) => (
        <Menu closeOnItemClick={false} key={filter.field}>
          <Menu.Target>
            <MenuButton
              count={chosen[filter.field].length}
              disabled={hasNoChoice(filter, chosen[filter.field])}
              label={filter.label}
            />
          </Menu.Target>
          <Menu.Dropdown aria-label={filter.label} mah={320} style={{ overflow: 'auto' }}>
            <Choices filter={filter} />
          </Menu.Dropdown>
        </Menu>
      ))}
      <Button
        aria-pressed={mine.isOn}
        disabled={mine.name === ''}
        fw={mine.isOn ? 500 : 400}
        onClick={mine.toggle}
        size="xs"
        title={t('mine-of', { name: mine.name })}
        variant={mine.isOn ? 'light' : 'default'}
      >
        {t('mine')}
      </Button>
      <NativeSelect
        aria-label={t('due.label')}
        classNames={{ input: classes.select ?? '' }}
        data={due}
        onChange={({ currentTarget }) => setDue(currentTarget.value)}
        size="xs"
        value={chosen.due ?? ''}
      />
      <MoreFilters filters={filters.filter(({ field }) => !mainFields.has(field))} />
    </>
  );
};

const MoreFilters = ({ filters }: { filters: readonly Filter[] }) => {
  const { t } = useTranslation('register');
  const chosen = useRegister((state) => state.filter);
  const count = filters.reduce((sum, { field }) => sum + chosen[field].length, 0);
  return (
    <Menu closeOnItemClick={false}>
      <Menu.Target>
        <MenuButton count={count} label={t('more-filters')} />
      </Menu.Target>
      <Menu.Dropdown aria-label={t('more-filters')}>
        {filters.map((filter) => (
          <Submenu count={chosen[filter.field].length} key={filter.field} label={filter.label}>
            <Choices filter={filter} />
          </Submenu>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};

const FilterMenu = ({ filters }: { filters: readonly Filter[] }) => {
  const { t } = useTranslation('register');
  const chosen = useRegister((state) => state.filter);
  const mine = useMine();
  const due = useDueOptions();
  const count = filters.reduce(
    (sum, { field }) => sum + chosen[field].length,
    chosen.due === null ? 0 : 1,
  );
  const hasMine = ({ field }: Filter): boolean => field === 'owner' && mine.name !== '';
  return (
    <Menu closeOnItemClick={false}>
      <Menu.Target>
        <MenuButton count={count} label={t('filters')} />
      </Menu.Target>
      <Menu.Dropdown aria-label={t('filters')}>
        {filters.map((filter) => (
          <Submenu
            count={chosen[filter.field].length}
            disabled={hasNoChoice(filter, chosen[filter.field]) && !hasMine(filter)}
            key={filter.field}
            label={filter.label}
          >
            {hasMine(filter) && (
              <>
                <Menu.CheckboxItem
                  checked={mine.isOn}
                  onChange={mine.toggle}
                  title={t('mine-of', { name: mine.name })}
                >
                  {t('mine')}
                </Menu.CheckboxItem>
                <Menu.Divider />
              </>
            )}
            <Choices filter={filter} />
          </Submenu>
        ))}
        <Submenu count={chosen.due === null ? 0 : 1} label={t('due.label')}>
          <Menu.RadioGroup onChange={setDue} value={chosen.due ?? ''}>
            {due.map(({ value, label }) => (
              <Menu.RadioItem key={value} value={value}>
                {label}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
        </Submenu>
      </Menu.Dropdown>
    </Menu>
  );
};

type SubmenuProps = { label: string; count: number; disabled?: boolean; children: ReactNode };

const Submenu = ({ label, count, disabled = false, children }: SubmenuProps) => (
  <Menu.Sub>
    <Menu.Sub.Target>
      <Menu.Sub.Item disabled={disabled}>{counted(label, count)}</Menu.Sub.Item>
    </Menu.Sub.Target>
    <Menu.Sub.Dropdown aria-label={label} mah={320}>
      {children}
    </Menu.Sub.Dropdown>
  </Menu.Sub>
);

/** Returns a label, followed by the number of chosen values if there are any. */
const counted = (label: string, count: number): string =>
  count > 0 ? `${label} (${count})` : label;

type MenuButtonProps = { label: string; count: number; disabled?: boolean };

const MenuButton = ({ label, count, ...props }: MenuButtonProps) => (
  <Button
    {...props}
    // Without chosen values, the button has the same font weight as the selects beside it.
    fw={count > 0 ? 500 : 400}
    rightSection={<ChevronDown size={12} />}
    size="xs"
    variant={count > 0 ? 'light' : 'default'}
  >
    {counted(label, count)}
  </Button>
);

const Choices = ({ filter: { field, options } }: { filter: Filter }) => {
  const chosen = useRegister((state) => state.filter[field]);
  return options.map(([value, text]) => (
    <Menu.CheckboxItem
      checked={chosen.includes(value)}
      key={value}
      onChange={() =>
        setFilter({
          [field]: chosen.includes(value)
            ? chosen.filter((each) => each !== value)
            : [...chosen, value],
        })
      }
    >
      {text}
    </Menu.CheckboxItem>
  ));
};

const hasNoChoice = ({ options }: Filter, chosen: readonly string[]): boolean =>
  options.length === 0 && chosen.length === 0;

/** Returns the state of the filter “Mine”, which shows only the threats that this person owns. */
const useMine = () => {
  const owner = useRegister((state) => state.filter.owner);
  const { data } = useQuery(queries.people.me.queryOptions());
  const name = data?.name ?? '';
  const isOn = owner.length === 1 && owner[0] === name;
  return { name, isOn, toggle: (): void => setFilter({ owner: isOn ? [] : [name] }) };
};

const useDueOptions = () => {
  const { t } = useTranslation('register');
  return [
    { value: '', label: t('due.any') },
    ...dueFilters.map((value) => ({ value, label: t(`due.${value}`) })),
  ];
};

const setDue = (chosen: string): void =>
  setFilter({ due: dueFilters.find((each) => each === chosen) ?? null });
