import { Switch } from '@mantine/core';
import classes from './inspector.module.css';

type Props = { label: string; isOn: boolean; set: (isOn: boolean) => void };

/** A property that is there or not, its name on one side of the row and the switch on the other. */
export const AttributeSwitch = ({ label, isOn, set }: Props) => (
  <Switch
    checked={isOn}
    classNames={{
      root: classes.switch ?? '',
      body: classes.switchBody ?? '',
      label: classes.switchLabel ?? '',
      track: classes.switchTrack ?? '',
      thumb: classes.switchThumb ?? '',
    }}
    label={label}
    labelPosition="left"
    onChange={({ currentTarget }) => set(currentTarget.checked)}
    size="xs"
    withThumbIndicator={false}
  />
);
