import { useEffect } from 'react';
import { commandList } from '../kernel/commands/commands.ts';
import { shortcutsOf } from '../kernel/commands/shortcut-choices.ts';
import { applies, focusOf, matches } from '../kernel/commands/shortcut.ts';
import { runCommand } from '../kernel/commands/use-command.ts';
import { isMac } from '../ui/keys.tsx';

/**
 * Handles the shortcuts of the command table. The native menu shows them but does not handle them:
 * only the window knows if a text field has the focus. Ignores keys that a component has handled
 * (`preventDefault`).
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
 * A dialog gets the focus a moment after it opens. Text typed in that moment is meant for the
 * dialog. So its field gets the focus before the browser inserts the character, and nothing behind
 * the dialog gets the key. Escape closes the dialog wherever the focus is.
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
