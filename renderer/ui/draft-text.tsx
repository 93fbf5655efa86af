import type { KeyboardEvent } from 'react';
import { useDraft } from './use-draft.ts';
import classes from './draft-text.module.css';

const oneLine = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ');

const tidyLine = (text: string): string => oneLine(text).trim();
const tidyTitle = (text: string): string | null => tidyLine(text) || null;

/** `title` is never empty; `titleOrNone` looks the same and may be. */
const shapes = {
  title: { isOneLine: true, maxLength: 500, draft: { tidy: tidyTitle } },
  titleOrNone: { isOneLine: true, maxLength: 500, draft: { tidy: tidyLine } },
  line: { isOneLine: true, maxLength: 500, draft: { tidy: tidyLine } },
  prose: { isOneLine: false, maxLength: 100_000, draft: { pauseMs: 1500 } },
};

type Props = {
  label: string;
  shape: keyof typeof shapes;
  value: string;
  save: (text: string) => void;
  placeholder?: string;
};

/**
 * Text that is edited where it stands: looks like text, and like a field when it is pointed at.
 * Leaving it saves, Escape brings back what was there; one line is also saved by Enter, and several
 * by Ctrl+Enter.
 */
export const DraftText = ({ label, shape, value, save, placeholder }: Props) => {
  const { isOneLine, maxLength, draft: options } = shapes[shape];
  const draft = useDraft({ value, save, ...options });

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape' && draft.restore()) event.stopPropagation();
    if (event.key !== 'Enter' || !(isOneLine || event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    draft.saveNow();
  };

  return (
    <textarea
      aria-label={label}
      className={classes.text}
      data-shape={shape}
      dir="auto"
      maxLength={maxLength}
      onBlur={draft.leave}
      onChange={({ currentTarget }) =>
        draft.type(isOneLine ? oneLine(currentTarget.value) : currentTarget.value)
      }
      onKeyDown={onKeyDown}
      placeholder={placeholder}
      rows={1}
      value={draft.text}
    />
  );
};
