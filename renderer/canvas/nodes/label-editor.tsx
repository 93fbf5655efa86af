import { useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import { renameTo } from '../edits/actions.ts';
import { useCanvas } from '../state/canvas-store.ts';
import { stopEditing, useGesture } from '../state/gesture.ts';
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
 * line, so Escape ends the editing and saves. The text is also saved if React Flow removes the element
 * from the page, because it is no longer in view.
 */
export const LabelEditor = ({ id, name, label, isProse = false, align = 'center' }: Props) => {
  const isDone = useRef(false);
  const field = useRef<HTMLTextAreaElement>(null);

  const finish = (text: string | null): void => {
    if (isDone.current) return;
    isDone.current = true;
    if (useGesture.getState().editing === id) stopEditing();
    const written = text?.trim() ?? null;
    if (written !== null && written !== label) renameTo(id, written);
  };

  const latest = useRef(finish);
  useLayoutEffect(() => {
    latest.current = finish;
  });
  useLayoutEffect(() => {
    const area = field.current;
    const { canvasId } = useCanvas.getState();
    focusAll(area);
    return () => {
      // React drops the blur of a field that it removes. The store must not change while React does so.
      queueMicrotask(() => {
        if (useCanvas.getState().canvasId === canvasId) latest.current(area?.value ?? null);
      });
    };
  }, []);

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
      ref={field}
      rows={1}
    />
  );
};
