import { useEffect } from 'react';
import { commandList } from '../kernel/commands/commands.ts';
import { shortcutsOf } from '../kernel/commands/shortcut-choices.ts';
import { applies, focusOf, matches } from '../kernel/commands/shortcut.ts';
import { runCommand } from '../kernel/commands/use-command.ts';
import { isMac } from '../ui/keys.tsx';

/**
 * Runs the command of a pressed shortcut. The native menu shows the shortcuts but does not handle them,
 * because only the window knows if a text field has the focus. Keys that a component has handled
 * (`preventDefault`) are ignored.
 */
const runShortcut = (event: KeyboardEvent): void => {
  if (event.defaultPrevented || event.isComposing) return;
  const focus = focusOf(event.target);
  const command = commandList.find(
    (each) =>
      applies(each.where, focus) &&
      shortcutsOf(each).some((shortcut) => matches(shortcut, event, isMac)),
  );
  if (command && runCommand(command.id)) event.preventDefault();
};

export const useShortcuts = (): void => {
  useEffect(() => {
    window.addEventListener('keydown', runShortcut);
    return () => window.removeEventListener('keydown', runShortcut);
  }, []);
};

const openDialog = '[role=dialog][aria-modal=true], [role=alertdialog][aria-modal=true]';
const firstField = '[data-autofocus], input, textarea';

/**
 * Focuses the first field of a dialog that has just opened, before the browser inserts the typed
 * character. A dialog gets the focus a moment after it opens, but text typed in this moment is meant for
 * the dialog. Escape is left out, because it closes the dialog wherever the focus is.
 */
const focusFirstField = (event: KeyboardEvent): void => {
  const isCommand = event.ctrlKey || event.metaKey || event.altKey;
  if (isCommand || event.key === 'Escape' || focusOf(document.activeElement).inDialog) return;
  const dialog = [...document.querySelectorAll<HTMLElement>(openDialog)].at(-1);
  if (!dialog) return;
  event.stopPropagation();
  dialog.querySelector<HTMLElement>(firstField)?.focus({ preventScroll: true });
};

export const useTypingAhead = (): void => {
  useEffect(() => {
    window.addEventListener('keydown', focusFirstField, { capture: true });
    return () => window.removeEventListener('keydown', focusFirstField, { capture: true });
  }, []);
};
