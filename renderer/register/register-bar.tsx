import { Button, Menu, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { priorities, threatStatuses } from '#shared/api/enumerations.ts';
import {
  dueFilters,
  registerGroupings,
  registerKinds,
  type RegisterList,
  type RegisterScope,
} from '#shared/desktop/register.ts';
import { queries } from '../kernel/desktop/desktop.ts';
import { severities } from '../kernel/records/severity.tsx';
import { mitigationStates, threatStatusTable } from '../kernel/records/statuses.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { ColumnMenu, ViewMenu } from './register-menus.tsx';
import { emptyFilter, isFiltered, listKind, setFilter, useRegister } from './register-state.ts';
import { SelectedThreats } from './selected-threats.tsx';
import classes from './register-table.module.css';

type Props = { scope: RegisterScope; list: RegisterList | undefined };

/** The filters, grouping, columns, and views of the register, or the actions on selected threats. */
export const RegisterBar = ({ scope, list }: Props) => {
  const { t } = useTranslation(['register', 'threats', 'mitigations']);
  const of = useRegister((state) => state.of);
  const filter = useRegister((state) => state.filter);
  const hasSelected = useRegister((state) => state.selected.size > 0);
  const { data: values } = useQuery(queries.register.values.queryOptions({ input: { scope } }));

  if (hasSelected) return <SelectedThreats />;
  return (
    <div className={classes.bar}>
      <SegmentedControl
        aria-label={t('listed')}
        data={registerKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
        onChange={(value) => listKind(value === 'mitigation' ? 'mitigation' : 'threat')}
        size="xs"
        value={of}
      />
      <TextInput
        aria-label={t(of === 'threat' ? 'filter' : 'filter-mitigations')}
        className={classes.search}
        leftSection={<Search size={14} />}
        maxLength={200}
        onChange={({ currentTarget }) => setFilter({ text: currentTarget.value })}
        placeholder={t(of === 'threat' ? 'filter' : 'filter-mitigations')}
        size="xs"
        type="search"
        value={filter.text}
      />
      <Choices
        chosen={filter.priority}
        label={t('column.priority')}
        onChange={(priority) => setFilter({ priority })}
        options={priorities
          .toReversed()
          .map((value) => [value, t(`threats:${severities[value].textKey}`)])}
      />
      <Choices
        chosen={filter.status}
        label={t('column.status')}
        onChange={(status) => setFilter({ status })}
        options={
          of === 'threat'
            ? threatStatuses.map((value) => [
                value,
                t(`threats:${threatStatusTable[value].textKey}`),
              ])
            : mitigationStates.map(({ status, textKey }) => [
                status ?? '',
                t(`mitigations:${textKey}`),
              ])
        }
      />
      <Choices
        chosen={filter.category}
        label={t('column.category')}
        onChange={(category) => setFilter({ category })}
        options={(values?.categories ?? []).map((value) => [value, value])}
      />
      <Choices
        chosen={filter.owner}
        label={t('column.owner')}
        onChange={(owner) => setFilter({ owner })}
        options={(values?.owners ?? []).map((value) => [value, value])}
      />
      <Mine />
      <NativeSelect
        aria-label={t('due.label')}
        data={[
          { value: '', label: t('due.any') },
          ...dueFilters.map((value) => ({ value, label: t(`due.${value}`) })),
        ]}
        onChange={({ currentTarget }) =>
          setFilter({ due: dueFilters.find((each) => each === currentTarget.value) ?? null })
        }
        size="xs"
        value={filter.due ?? ''}
      />
      <Grouping />
      <ColumnMenu />
      <ViewMenu numbers={list?.numbers ?? []} />
      {isFiltered(filter) && (
        <Button onClick={() => setFilter(emptyFilter)} size="xs" variant="subtle">
          {t('clear')}
        </Button>
      )}
      <Total list={list} />
    </div>
  );
};

/** A toggle that shows only the person's own threats. */
const Mine = () => {
  const { t } = useTranslation('register');
  const owner = useRegister((state) => state.filter.owner);
  const { data } = useQuery(queries.people.me.queryOptions());
  const name = data?.name ?? '';
  const isOn = owner.length === 1 && owner[0] === name;
  return (
    <Button
      aria-pressed={isOn}
      disabled={name === ''}
      fw={isOn ? 500 : 400}
      onClick={() => setFilter({ owner: isOn ? [] : [name] })}
      size="xs"
      title={t('mine-of', { name })}
      variant={isOn ? 'light' : 'default'}
    >
      {t('mine')}
    </Button>
  );
};

const Total = ({ list }: { list: RegisterList | undefined }) => {
  const { t } = useTranslation('register');
  const of = useRegister((state) => state.of);
  // Shows nothing while the threats are loading, because “none” would be wrong.
  if (!list) return <span className={classes.total} />;
  const count = list.numbers.length;
  const { total } = list;
  const whole = of === 'threat' ? 'count' : 'count-mitigations';
  const part = of === 'threat' ? 'count-of' : 'count-of-mitigations';
  return (
    <span className={classes.total} role="status">
      {count === total ? t(whole, { count }) : t(part, { count, total })}
    </span>
  );
};

const Grouping = () => {
  const { t } = useTranslation('register');
  const of = useRegister((state) => state.of);
  const grouping = useRegister((state) => state.grouping);
  const known = registerGroupings.filter((each) => each !== 'threat' || of === 'mitigation');
  return (
    <NativeSelect
      aria-label={t('group-by')}
      data={[
        { value: '', label: t('no-groups') },
        ...known.map((value) => ({
          value,
          label: t('by', { column: t(`column.${value}`) }),
        })),
      ]}
      onChange={({ currentTarget }) =>
        useRegister.setState({
          grouping: registerGroupings.find((each) => each === currentTarget.value) ?? null,
        })
      }
      size="xs"
      value={grouping ?? ''}
    />
  );
};

type ChoicesProps = {
  label: string;
  options: readonly (readonly [value: string, label: ReactNode])[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
};

/** A filter with several values. */
const Choices = ({ label, options, chosen, onChange }: ChoicesProps) => (
  <Menu closeOnItemClick={false}>
    <Menu.Target>
      <Button
        disabled={options.length === 0 && chosen.length === 0}
        // Same font weight as the select fields beside the button.
        fw={chosen.length > 0 ? 500 : 400}
        rightSection={<ChevronDown size={12} />}
        size="xs"
        variant={chosen.length > 0 ? 'light' : 'default'}
      >
        {label}
        {chosen.length > 0 && ` (${chosen.length})`}
      </Button>
    </Menu.Target>
    <Menu.Dropdown aria-label={label} mah={320} style={{ overflow: 'auto' }}>
      {options.map(([value, text]) => (
        <Menu.CheckboxItem
          checked={chosen.includes(value)}
          key={value}
          onChange={() =>
            onChange(
              chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value],
            )
          }
        >
          {text}
        </Menu.CheckboxItem>
      ))}
    </Menu.Dropdown>
  </Menu>
);
