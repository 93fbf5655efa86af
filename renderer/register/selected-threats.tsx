import { Button, Menu } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { priorities, threatStatuses } from '#shared/api/enumerations.ts';
import { severities } from '../kernel/records/severity.tsx';
import { mitigationStates, threatStatusTable } from '../kernel/records/statuses.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { maxChanged } from './change-threats.ts';
import { copyThreats } from './copy-threats.ts';
import { maxMoved, startMove } from './move-threats.tsx';
import { useRegister } from './register-state.ts';
import { askAboutThreats, deleteThreats, setPriority, setStatus } from './use-register-keys.ts';
import classes from './register-table.module.css';

/** The actions on all selected threats. */
export const SelectedThreats = () => {
  const { t } = useTranslation(['register', 'threats', 'mitigations']);
  const of = useRegister((state) => state.of);
  const selected = useRegister((state) => state.selected);
  const isTooMany = selected.size > maxChanged;
  return (
    <div className={classes.bar}>
      <span role="status">
        {t(of === 'threat' ? 'selected' : 'selected-mitigations', { count: selected.size })}
      </span>
      {isTooMany && <span>{t('too-many', { count: maxChanged })}</span>}
      <Choice
        disabled={isTooMany}
        label={t('column.status')}
        onChoose={setStatus}
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
      >
        {of === 'threat' && (
          <Menu.Item onClick={() => askAboutThreats('acceptance')}>
            {t('prompt.acceptance')}…
          </Menu.Item>
        )}
      </Choice>
      {of === 'threat' && (
        <Choice
          disabled={isTooMany}
          label={t('column.priority')}
          onChoose={setPriority}
          options={priorities
            .toReversed()
            .map((value) => [value, t(`threats:${severities[value].textKey}`)])}
        />
      )}
      <Button
        disabled={isTooMany}
        onClick={() => askAboutThreats('comment')}
        size="xs"
        variant="default"
      >
        {t('comment')}
      </Button>
      {of === 'threat' && (
        <Button
          disabled={selected.size > maxMoved}
          onClick={() => startMove([...selected])}
          size="xs"
          variant="default"
        >
          {t('move.action')}
        </Button>
      )}
      <Button
        disabled={isTooMany}
        onClick={() => void copyThreats([...selected])}
        size="xs"
        variant="default"
      >
        {t('copy')}
      </Button>
      <Button
        color="red"
        disabled={isTooMany}
        onClick={() => void deleteThreats()}
        size="xs"
        variant="light"
      >
        {t('delete')}
      </Button>
      <Button
        onClick={() => useRegister.setState({ selected: new Set() })}
        size="xs"
        variant="subtle"
      >
        {t('clear-selection')}
      </Button>
    </div>
  );
};

type ChoiceProps = {
  label: string;
  disabled: boolean;
  options: readonly (readonly [value: string, text: string])[];
  onChoose: (value: string) => void;
  /** Menu items below the options. */
  children?: ReactNode;
};

const Choice = ({ label, disabled, options, onChoose, children }: ChoiceProps) => (
  <Menu>
    <Menu.Target>
      <Button
        disabled={disabled}
        rightSection={<ChevronDown size={12} />}
        size="xs"
        variant="default"
      >
        {label}
      </Button>
    </Menu.Target>
    <Menu.Dropdown aria-label={label}>
      {options.map(([value, text]) => (
        <Menu.Item key={value} onClick={() => onChoose(value)}>
          {text}
        </Menu.Item>
      ))}
      {children}
    </Menu.Dropdown>
  </Menu>
);
