import { useEffect } from 'react';
import { commandList } from './commands.ts';
import { isMac } from './platform.ts';
import { applies, focusOf, matches } from './shortcut.ts';
import { runCommand } from './use-command.ts';

/**
 * The keys of the command table. The native menu shows them too, but does not listen to them: only
 * the window knows whether a text field has the focus. A key that a component has dealt with
 * (`preventDefault`) is left alone.
 */
const onKeyDown = (event: KeyboardEvent): void => {
  if (event.defaultPrevented || event.isComposing) return;
  const focus = focusOf(event.target);
  const command = commandList.find(
    ({ shortcuts, where }) =>
      applies(where, focus) && shortcuts.some((shortcut) => matches(shortcut, event, isMac)),
  );
  if (command && runCommand(command.id)) event.preventDefault();
};

export const useShortcuts = (): void => {
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
};
