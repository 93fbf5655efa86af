import { Autocomplete } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { useDraft } from './use-draft.ts';
import classes from './draft-suggest.module.css';

type Props = {
  label: string;
  value: string;
  /** Usual values; any other can be written as well. */
  suggestions: readonly string[];
  placeholder: string;
  save: (text: string) => void;
};

/** Below its field in the page too, so that it belongs to the same landmark; not cut off. */
const inItsPlace = { withinPortal: false, floatingStrategy: 'fixed' } as const;
const longest = 500;

/** A line that is saved when it is left, by Enter, or by choosing one of the usual values. */
export const DraftSuggest = ({ label, value, suggestions, placeholder, save }: Props) => {
  const draft = useDraft({ value, save, tidy: (text) => text.trim() });

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape' && draft.restore()) event.stopPropagation();
    // With a usual value marked, Enter chooses that one.
    const isMarked = event.currentTarget.hasAttribute('aria-activedescendant');
    if (event.key === 'Enter' && !isMarked) draft.saveNow();
  };

  return (
    <Autocomplete
      aria-label={label}
      classNames={{ input: classes.input ?? '' }}
      comboboxProps={inItsPlace}
      data={[...suggestions]}
      maxLength={longest}
      onBlur={draft.leave}
      onChange={draft.type}
      onKeyDown={onKeyDown}
      onOptionSubmit={save}
      placeholder={placeholder}
      value={draft.text}
    />
  );
};
