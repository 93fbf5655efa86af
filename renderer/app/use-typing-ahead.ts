import { useEffect } from 'react';
import { focusOf } from './shortcut.ts';

const openDialog = '[role=dialog][aria-modal=true], [role=alertdialog][aria-modal=true]';
const firstField = '[data-autofocus], input, textarea';

/**
 * A dialog is given the focus a moment after it was opened. What is typed in that moment was meant
 * for it: its field gets the focus before the browser types the sign, and what lies behind the
 * dialog hears nothing. Escape closes the dialog wherever the focus is.
 */
const onKeyDown = (event: KeyboardEvent): void => {
  const isCommand = event.ctrlKey || event.metaKey || event.altKey;
  if (isCommand || event.key === 'Escape' || focusOf(document.activeElement).inDialog) return;
  const dialog = [...document.querySelectorAll<HTMLElement>(openDialog)].at(-1);
  if (!dialog) return;
  event.stopPropagation();
  dialog.querySelector<HTMLElement>(firstField)?.focus({ preventScroll: true });
};

export const useTypingAhead = (): void => {
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
};
