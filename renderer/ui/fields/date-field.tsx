import type { KeyboardEvent } from 'react';
import { useTranslation } from '../../locales/use-translation.tsx';
import { useDraft } from './draft.ts';
import classes from './draft-fields.module.css';

type Props = {
  label: string;
  /**
   * The day as an instant, or `null` if there is no date. The field shows the day of the instant in UTC,
   * so that the day is the same in every time zone.
   */
  value: string | null;
  save: (value: string | null) => void;
};

const dayOf = (instant: string | null): string =>
  instant === null || Number.isNaN(Date.parse(instant))
    ? ''
    : new Date(instant).toISOString().slice(0, 10);

/**
 * Returns the typed day, or `null` if its year is implausible. While a person types a year, the field
 * has years such as 0002, which must not be saved.
 */
const tidyDay = (day: string): string | null =>
  day === '' || (day >= '1970-01-01' && day <= '2999-12-31') ? day : null;

/** A field for a day. Blur and Enter save the day. */
export const DateField = ({ label, value, save }: Props) => {
  const { t } = useTranslation();
  const draft = useDraft({
    value: dayOf(value),
    save: (day) => save(day === '' ? null : `${day}T00:00:00.000Z`),
    tidy: tidyDay,
  });

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && draft.restore()) event.stopPropagation();
    if (event.key === 'Enter') draft.saveNow();
  };

  return (
    <input
      aria-label={label}
      className={classes.date}
      data-empty={draft.text === '' ? t('no-date') : undefined}
      onBlur={draft.leave}
      onChange={({ currentTarget }) => draft.type(currentTarget.value)}
      onKeyDown={onKeyDown}
      type="date"
      value={draft.text}
    />
  );
};
