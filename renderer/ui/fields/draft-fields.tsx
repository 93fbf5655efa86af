import { Autocomplete } from '@mantine/core';
import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from '../../locales/use-translation.tsx';
import { useDraft } from './draft.ts';
import { useListInPlace } from './use-list-in-place.ts';
import classes from './draft-fields.module.css';

const oneLine = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ');

const tidyLine = (text: string): string => oneLine(text).trim();
const tidyTitle = (text: string): string | null => tidyLine(text) || null;

/** `title` must not be empty; `titleOrNone` looks the same but may be empty. */
const shapes = {
  title: { isOneLine: true, maxLength: 500, draft: { tidy: tidyTitle } },
  titleOrNone: { isOneLine: true, maxLength: 500, draft: { tidy: tidyLine } },
  line: { isOneLine: true, maxLength: 500, draft: { tidy: tidyLine } },
  prose: { isOneLine: false, maxLength: 100_000, draft: { pauseMs: 1500 } },
};

type DraftTextProps = {
  label: string;
  shape: keyof typeof shapes;
  value: string;
  save: (text: string) => void;
  placeholder?: string;
};

/**
 * A text that is edited in place and looks like a field only on hover. Blur saves the text, and Escape
 * restores the old text. A text of one line is also saved by Enter, and a text of several lines by
 * Ctrl+Enter or ⌘+Enter.
 */
export const DraftText = ({ label, shape, value, save, placeholder }: DraftTextProps) => {
  const { isOneLine, maxLength, draft: options } = shapes[shape];
  const { t } = useTranslation();
  const [isRefused, setIsRefused] = useState(false);
  const draft = useDraft({ value, save, ...options });
  const isEmptyTitle = shape === 'title' && draft.text.trim() === '';

  const leave = (): void => {
    setIsRefused(isEmptyTitle);
    draft.leave();
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape' && draft.restore()) event.stopPropagation();
    if (event.key !== 'Enter' || !(isOneLine || event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    setIsRefused(isEmptyTitle);
    draft.saveNow();
  };

  return (
    <>
      <textarea
        aria-invalid={isRefused || undefined}
        aria-label={label}
        className={classes.text}
        data-shape={shape}
        dir="auto"
        maxLength={maxLength}
        onBlur={leave}
        onChange={({ currentTarget }) => {
          setIsRefused(false);
          draft.type(isOneLine ? oneLine(currentTarget.value) : currentTarget.value);
        }}
        onKeyDown={onKeyDown}
        placeholder={placeholder}
        rows={1}
        value={draft.text}
      />
      {isRefused && (
        <p className={classes.refused} role="alert">
          {t('title-empty')}
        </p>
      )}
    </>
  );
};

type DraftSuggestProps = {
  label: string;
  value: string;
  /** Common values. The person can enter any other value too. */
  suggestions: readonly string[];
  placeholder: string;
  save: (text: string) => void;
  /** Normalizes the typed text before it is saved. Returns `null` if the text must not be saved. */
  tidy?: (text: string) => string | null;
};

const longest = 500;

const trimmed = (text: string): string => text.trim();

/** A field for one line of text. Blur, Enter, and the choice of a suggestion save the text. */
export const DraftSuggest = ({
  label,
  value,
  suggestions,
  placeholder,
  save,
  tidy = trimmed,
}: DraftSuggestProps) => {
  const draft = useDraft({ value, save, tidy });
  const list = useListInPlace();
  const [isOpen, setIsOpen] = useState(false);
  const typed = draft.text.trim().toLowerCase();
  const hasSuggestions = suggestions.some((each) => each.toLowerCase().includes(typed));

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape' && draft.restore()) event.stopPropagation();
    // While a suggestion is selected, Enter chooses the suggestion, so it must not also save the typed
    // text.
    const isMarked = event.currentTarget.hasAttribute('aria-activedescendant');
    if (event.key === 'Enter' && !isMarked) draft.saveNow();
  };

  return (
    <Autocomplete
      {...list}
      aria-label={label}
      classNames={{ input: classes.input ?? '' }}
      data={[...suggestions]}
      // A list without entries counts as closed, so that screen readers do not announce it as open.
      dropdownOpened={isOpen && hasSuggestions}
      maxLength={longest}
      onBlur={() => {
        setIsOpen(false);
        draft.leave();
      }}
      onChange={draft.type}
      onDropdownClose={() => setIsOpen(false)}
      onDropdownOpen={() => setIsOpen(true)}
      onKeyDown={onKeyDown}
      onOptionSubmit={save}
      placeholder={placeholder}
      value={draft.text}
    />
  );
};

type NumberFieldProps = {
  label: string;
  /** A whole number. */
  value: number;
  min?: number;
  isFixed?: boolean;
  save: (value: number) => void;
};

const steps: Record<string, number> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 };

/**
 * A field for a number, with a short label before it. Blur and Enter save the number. Arrow keys change
 * it.
 */
export const NumberField = ({
  label,
  value,
  min = -1_000_000,
  isFixed = false,
  save,
}: NumberFieldProps) => {
  const read = (text: string): number | null => {
    const number = text.trim() === '' ? Number.NaN : Math.round(Number(text));
    return Number.isFinite(number) ? Math.max(min, Math.min(1_000_000, number)) : null;
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
    draft.type(String(Math.max(min, now + step)));
  };

  return (
    <label className={classes.field}>
      <span className={classes.label}>{label}</span>
      <input
        className={classes.numberInput}
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
