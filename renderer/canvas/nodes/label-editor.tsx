import type { KeyboardEvent } from 'react';
import { useRef } from 'react';
import { renameTo } from '../edits/actions.ts';
import { stopEditing } from '../state/gesture.ts';
import { focusElement } from '../viewport/focus-element.ts';
import classes from './label-editor.module.css';

type Props = {
  id: string;
  name: string;
  label: string;
  /** True for text of several lines: Enter starts a new line, and Escape or blur saves. */
  isProse?: boolean;
  align?: 'start' | 'center';
};

const longest = { label: 500, prose: 10_000 };

const focusAll = (field: HTMLTextAreaElement | null): void => {
  // React Flow mounts a new node only after the app has set the focus, so the editor sets the focus
  // again.
  field?.focus({ preventScroll: true });
  field?.select();
};

/**
 * Edits a label in place. Enter and blur save, and Escape cancels. In prose, Enter starts a new
 * line, so Escape ends the editing and saves.
 */
export const LabelEditor = ({ id, name, label, isProse = false, align = 'center' }: Props) => {
  const isDone = useRef(false);

  const finish = (text: string | null): void => {
    if (isDone.current) return;
    isDone.current = true;
    stopEditing();
    const written = text?.trim() ?? null;
    if (written !== null && written !== label) renameTo(id, written);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.nativeEvent.isComposing) return;
    const ends = !isProse || event.ctrlKey || event.metaKey;
    const isEnter = event.key === 'Enter' && !event.shiftKey && ends;
    if (!isEnter && event.key !== 'Escape') return;
    event.preventDefault();
    finish(isEnter || isProse ? event.currentTarget.value : null);
    focusElement(id);
  };

  return (
    <textarea
      aria-label={name}
      className={`${classes.editor} nodrag nopan nowheel nokey`}
      data-align={align}
      data-prose={isProse || undefined}
      defaultValue={label}
      dir="auto"
      maxLength={isProse ? longest.prose : longest.label}
      onBlur={(event) => finish(event.currentTarget.value)}
      onDoubleClick={(event) => event.stopPropagation()}
      onKeyDown={onKeyDown}
      ref={focusAll}
      rows={1}
    />
  );
};
