import { ActionIcon, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { FilterX, Search } from 'lucide-react';
import { useEffect } from 'react';
import {
  emptyFilter,
  registerGroupings,
  registerKinds,
  type RegisterList,
  type RegisterScope,
} from '#shared/desktop/register.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { RegisterFilters } from './register-filters.tsx';
import { focusTable } from './register-focus.ts';
import { ColumnMenu, ViewMenu } from './register-menus.tsx';
import { isFiltered, listKind, setFilter, useRegister } from './register-state.ts';
import { SelectedThreats } from './selected-threats.tsx';
import classes from './register-table.module.css';

type Props = { scope: RegisterScope; list: RegisterList | undefined };

/**
 * The bar above the table, with the filters, grouping, columns, and views of the register. If threats
 * are selected, it has the actions on these threats instead.
 */
export const RegisterBar = ({ scope, list }: Props) => {
  const { t } = useTranslation('register');
  const of = useRegister((state) => state.of);
  const filter = useRegister((state) => state.filter);
  const hasSelected = useRegister((state) => state.selected.size > 0);

  // When the selection is cleared, the focused button of an action disappears, so the focus moves to the
  // table.
  useEffect(() => (hasSelected ? focusTable : undefined), [hasSelected]);

  if (hasSelected) return <SelectedThreats />;
  return (
    <div className={classes.bar}>
      <div className={classes.part}>
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
        <RegisterFilters scope={scope} />
        {isFiltered(filter) && (
          <ActionIcon
            aria-label={t('clear')}
            onClick={() => setFilter(emptyFilter)}
            size="xs"
            title={t('clear')}
          >
            <FilterX size={14} />
          </ActionIcon>
        )}
      </div>
      <div className={classes.part}>
        <Grouping />
        <ColumnMenu />
        <ViewMenu numbers={list?.numbers ?? []} />
        <Total list={list} />
      </div>
    </div>
  );
};

const Total = ({ list }: { list: RegisterList | undefined }) => {
  const { t } = useTranslation('register');
  const of = useRegister((state) => state.of);
  // Shows no number while the threats are loading, because zero would be wrong.
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
      classNames={{ input: classes.select ?? '' }}
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
