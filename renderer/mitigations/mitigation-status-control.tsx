import { Tooltip } from '@mantine/core';
import { useId } from 'react';
import type { MitigationStatus } from '#shared/api/enumerations.ts';
import { mitigationStates } from '../kernel/records/statuses.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import classes from './mitigation-status-control.module.css';

type Props = {
  /** The accessible name of the group, which contains the title of the mitigation. */
  label: string;
  /**
   * The value in the record. `null` stands for “Proposed”. If the app does not know the value, the value
   * itself is shown, and no segment is selected.
   */
  status: string | null;
  onChange: (status: MitigationStatus) => void;
};

/**
 * The status of a mitigation. The segments are icons at fixed positions, so that the person can set
 * several mitigations one after another without aiming. The word for the chosen status is beside
 * the icons.
 */
export const MitigationStatusControl = ({ label, status, onChange }: Props) => {
  const { t } = useTranslation('mitigations');
  const name = useId();
  const chosen = mitigationStates.find((state) => state.status === status);

  return (
    <div className={classes.root}>
      <div aria-label={label} className={classes.segments} role="radiogroup">
        {mitigationStates.map(({ status: value, icon: Icon, color, textKey }) => (
          <Tooltip key={textKey} label={t(textKey)}>
            <label className={classes.segment}>
              <input
                aria-label={t(textKey)}
                checked={value === status}
                className={classes.input}
                name={name}
                onChange={() => onChange(value)}
                type="radio"
              />
              <Icon {...(value === status && { color })} />
            </label>
          </Tooltip>
        ))}
      </div>
      <span className={classes.word} style={{ color: chosen?.color }}>
        {chosen ? t(chosen.textKey) : status}
      </span>
    </div>
  );
};
