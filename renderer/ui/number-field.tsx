import type { KeyboardEvent } from 'react';
import { useDraft } from './use-draft.ts';
import classes from './number-field.module.css';

type Props = {
  label: string;
  /** Whole numbers. */
  value: number;
  least?: number;
  isFixed?: boolean;
  save: (value: number) => void;
};

const steps: Record<string, number> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 };

/** A number with its short name before it. Leaving and Enter save it, arrow keys step it. */
export const NumberField = ({ label, value, least = -1_000_000, isFixed = false, save }: Props) => {
  const read = (text: string): number | null => {
    const number = text.trim() === '' ? Number.NaN : Math.round(Number(text));
    return Number.isFinite(number) ? Math.max(least, Math.min(1_000_000, number)) : null;
  };
  const draft = useDraft({
    value: String(value),
    save: (text) => save(Number(text)),
    tidy: (text) => read(text)?.toString() ?? null,
  });

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && draft.restore()) event.stopPropagation();
    if (event.key === 'Enter') draft.leave();
    const step = steps[event.key];
    const now = read(draft.text);
    if (step === undefined || now === null) return;
    event.preventDefault();
    draft.type(String(Math.max(least, now + step)));
  };

  return (
    <label className={classes.field}>
      <span className={classes.label}>{label}</span>
      <input
        className={classes.input}
        disabled={isFixed}
        inputMode="numeric"
        onBlur={draft.leave}
        onChange={({ currentTarget }) => draft.type(currentTarget.value)}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onKeyDown={onKeyDown}
        value={draft.text}
      />
    </label>
  );
};
