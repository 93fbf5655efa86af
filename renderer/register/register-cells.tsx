import { NativeSelect, TextInput } from '@mantine/core';
import { priorities, threatStatuses } from '#shared/api/enumerations.ts';
import type { RegisterColumn, RegisterRow } from '#shared/desktop/register.ts';
import { language } from '#shared/locales/texts.ts';
import { isPast } from '#shared/records/is-past.ts';
import { updateThreat } from '../kernel/records/record-changes.ts';
import { SeverityBadge, severities } from '../kernel/records/severity.tsx';
import {
  isThreatStatus,
  mitigationStates,
  threatStatusTable,
  unknownStatusIcon,
} from '../kernel/records/statuses.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { DateField } from '../ui/fields/date-field.tsx';
import { useDraft } from '../ui/fields/draft.ts';
import { dayText } from '../ui/relative-time.ts';
import { CategoryField } from './category-field.tsx';
import { changeStatus, changeThreats } from './change-threats.ts';
import { focusRowOf } from './register-focus.ts';
import classes from './register-table.module.css';

type CellProps = { row: RegisterRow | undefined; column: RegisterColumn; isActive: boolean };

/** The columns whose cells show a `Text`, unless the row is active. */
const textColumns: ReadonlySet<RegisterColumn> = new Set([
  'reference',
  'title',
  'threat',
  'component',
  'canvas',
  'model',
  'category',
  'owner',
  'changed',
]);

/**
 * The value of a cell. The cells of the active row can be edited. While a row is being read, the cells
 * of its text columns show an empty `Text`, so that React reuses the DOM elements of the row that was
 * shown before.
 */
export const RegisterCell = ({ row, column, isActive }: CellProps) => {
  if (!row) return textColumns.has(column) && <Text text="" />;
  switch (column) {
    case 'priority':
      return isActive && row.kind === 'threat' ? (
        <PriorityField row={row} />
      ) : (
        <SeverityBadge priority={row.priority} />
      );
    case 'status':
      return isActive ? <StatusField row={row} /> : <StatusText row={row} />;
    case 'owner':
      return isActive ? <OwnerField key={row.number} row={row} /> : <Text text={row.owner} />;
    case 'due':
      return isActive ? <DueField key={row.number} row={row} /> : <Due row={row} />;
    case 'likelihood':
    case 'impact':
      if (isActive && row.kind === 'threat') return <RatingField column={column} row={row} />;
      return row[column] === '' ? null : <SeverityBadge priority={row[column]} />;
    case 'threat':
    case 'component':
    case 'canvas':
    case 'model':
      return <Text text={row[column].title} />;
    case 'category':
      return isActive ? (
        <CategoryField key={row.number} row={row} />
      ) : (
        <Text text={row.categories.join(', ')} />
      );
    case 'changed':
      return <Text text={dayOf(row.changed)} />;
    case 'reference':
    case 'title':
      return <Text text={row[column]} />;
  }
};

const Text = ({ text }: { text: string }) => (
  <span className={classes.text} dir="auto" title={text}>
    {text}
  </span>
);

/**
 * Returns a date as text. A value that is not a date is returned unchanged, because a service may have
 * such values.
 */
const dayOf = (instant: string): string =>
  Number.isNaN(Date.parse(instant)) ? instant : dayText(instant, language());

const Due = ({ row: { kind, due, status } }: { row: RegisterRow }) => {
  const isUnfinished =
    kind === 'threat' ? status === 'open' : status !== 'done' && status !== 'never';
  return (
    <span className={classes.text} data-overdue={(isUnfinished && isPast(due)) || undefined}>
      {due === '' ? '' : dayOf(due)}
    </span>
  );
};

const StatusText = ({ row }: FieldProps) =>
  row.kind === 'threat' ? (
    <ThreatStatusText status={row.status} />
  ) : (
    <MitigationStatusText status={row.status} />
  );

const MitigationStatusText = ({ status }: { status: string }) => {
  const { t } = useTranslation('mitigations');
  const known = mitigationStates.find((each) => (each.status ?? '') === status);
  const Icon = known?.icon ?? unknownStatusIcon;
  return (
    <span className={classes.status}>
      <Icon aria-hidden color={known?.color ?? 'var(--text)'} size={14} />
      {known ? t(known.textKey) : status}
    </span>
  );
};

const ThreatStatusText = ({ status }: { status: string }) => {
  const { t } = useTranslation('threats');
  const known = isThreatStatus(status) ? threatStatusTable[status] : null;
  const Icon = known?.icon ?? unknownStatusIcon;
  return (
    <span className={classes.status}>
      <Icon aria-hidden size={14} />
      {known ? t(known.textKey) : status}
    </span>
  );
};

type FieldProps = { row: RegisterRow };

const StatusField = ({ row }: FieldProps) => {
  const { t } = useTranslation(['threats', 'register', 'mitigations']);
  return (
    <Choice
      label={t('register:status-of', { title: row.title })}
      options={
        row.kind === 'threat'
          ? threatStatuses.map((value) => [value, t(threatStatusTable[value].textKey)])
          : mitigationStates.map(({ status, textKey }) => [
              status ?? '',
              t(`mitigations:${textKey}`),
            ])
      }
      save={(status) => changeStatus([row.number], row.kind, status)}
      value={row.status}
    />
  );
};

const PriorityField = ({ row }: FieldProps) => {
  const { t } = useTranslation(['threats', 'register']);
  return (
    <Choice
      label={t('register:priority-of', { title: row.title })}
      options={priorities.map((value) => [value, t(severities[value].textKey)])}
      save={(priority) =>
        void changeThreats([row.number], 'threats.label.priority', ({ id }) => [
          { op: 'update', kind: 'threat', id, values: { priority } },
        ])
      }
      value={row.priority}
    />
  );
};

type RatingProps = FieldProps & { column: 'likelihood' | 'impact' };

const RatingField = ({ row, column }: RatingProps) => {
  const { t } = useTranslation(['threats', 'register']);
  return (
    <Choice
      label={`${t(`register:column.${column}`)}: ${row.title}`}
      options={[
        ['', ''],
        ...priorities.map((value) => [value, t(severities[value].textKey)] as const),
      ]}
      save={(rating) =>
        void changeThreats([row.number], 'threats.label.edit', ({ id }) => [
          {
            op: 'update',
            kind: 'threat',
            id,
            values: { [column]: rating === '' ? null : rating },
          },
        ])
      }
      value={row[column]}
    />
  );
};

type ChoiceProps = {
  label: string;
  value: string;
  options: readonly (readonly [value: string, label: string])[];
  save: (value: string) => void;
};

/**
 * A field for choosing one option. A value that is none of the options is shown unchanged, because a
 * service may have values that the app does not know.
 */
const Choice = ({ label, value, options, save }: ChoiceProps) => (
  <NativeSelect
    aria-label={label}
    className={classes.field}
    onChange={({ currentTarget }) => save(currentTarget.value)}
    size="xs"
    value={value}
  >
    {options.every(([known]) => known !== value) && <option value={value}>{value}</option>}
    {options.map(([known, text]) => (
      <option key={known} value={known}>
        {text}
      </option>
    ))}
  </NativeSelect>
);

/**
 * The field for the owner. It keeps the typed text if somebody else changes the owner meanwhile. Enter
 * moves the focus from the field to the row.
 */
const OwnerField = ({ row }: FieldProps) => {
  const { t } = useTranslation('register');
  const draft = useDraft({
    value: row.owner,
    save: (owner) =>
      void changeThreats([row.number], 'threats.label.edit', ({ threat }) => [
        updateThreat(threat.id, { owner: owner === '' ? null : owner }),
      ]),
    tidy: (text) => text.trim(),
  });
  return (
    <TextInput
      aria-label={t('owner-of', { title: row.title })}
      className={classes.field}
      maxLength={200}
      onBlur={draft.leave}
      onChange={({ currentTarget }) => draft.type(currentTarget.value)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') focusRowOf(event.currentTarget);
        if (event.key === 'Escape' && draft.restore()) event.stopPropagation();
      }}
      size="xs"
      value={draft.text}
    />
  );
};

const DueField = ({ row }: FieldProps) => {
  const { t } = useTranslation('register');
  return (
    <div className={classes.day}>
      <DateField
        label={t('due-of', { title: row.title })}
        save={(due_date) =>
          void changeThreats([row.number], 'threats.label.edit', ({ threat }) => [
            updateThreat(threat.id, { due_date }),
          ])
        }
        value={row.due === '' ? null : row.due}
      />
    </div>
  );
};
