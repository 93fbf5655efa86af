import { Group, Select } from '@mantine/core';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useListInPlace } from './use-list-in-place.ts';

type EnumerationOption = { value: string; label: string; icon: ReactNode };

type Props = {
  label: string;
  value: string;
  options: EnumerationOption[];
  /** The icon of a value that is not among the options. Other services may have values of their own. */
  unknownIcon: ReactNode;
  onChange: (value: string) => void;
};

/** A choice of one value. A value that is not in the list is shown as it is and can be kept. */
export const EnumerationSelect = ({ label, value, options, unknownIcon, onChange }: Props) => {
  const list = useListInPlace();
  const isKnown = options.some((option) => option.value === value);
  const all = isKnown ? options : [...options, { value, label: value, icon: unknownIcon }];
  const iconOf = (wanted: string): ReactNode => all.find((each) => each.value === wanted)?.icon;

  return (
    <Select
      {...list}
      allowDeselect={false}
      aria-label={label}
      comboboxProps={{ ...list.comboboxProps, width: 'max-content', position: 'bottom-start' }}
      data={all.map((option) => ({ value: option.value, label: option.label }))}
      leftSection={iconOf(value)}
      leftSectionPointerEvents="none"
      onChange={(next) => {
        if (next !== null && next !== value) onChange(next);
      }}
      renderOption={({ option, checked }) => (
        <Group flex={1} gap={8} wrap="nowrap">
          {iconOf(option.value)}
          {option.label}
          {checked && <Check size={14} style={{ marginInlineStart: 'auto' }} />}
        </Group>
      )}
      value={value}
      withCheckIcon={false}
    />
  );
};
