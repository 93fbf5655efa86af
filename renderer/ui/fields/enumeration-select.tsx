import { Group, Select } from '@mantine/core';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useListInPlace } from './use-list-in-place.ts';

type EnumerationOption = { value: string; label: string; icon: ReactNode };

type Props = {
  label: string;
  value: string;
  options: EnumerationOption[];
  /**
   * The icon of a value that is not among the options. A service may have values that the app does not
   * know.
   */
  unknownIcon: ReactNode;
  onChange: (value: string) => void;
};

/**
 * A field for choosing one value. A current value that is not among the options is shown unchanged and
 * can be kept.
 */
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
