import { useEffect } from 'react';
import {
  commandList,
  type CommandId,
  type MenuId,
  type SubmenuId,
} from '../kernel/commands/commands.ts';
import { useShortcutsOf } from '../kernel/commands/shortcut-choices.ts';
import { focusOf } from '../kernel/commands/shortcut.ts';
import { runCommand, useEnabledCommands, useSwitches } from '../kernel/commands/use-command.ts';
import { desktop } from '../kernel/desktop/desktop.ts';
import { useAnnouncements } from '../kernel/desktop/use-announcements.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { nativeMenu } from './native-menu.ts';

/**
 * The commands of text fields, by the command IDs of the Edit menu. While a text field has the focus,
 * the Edit menu runs the command of the field instead of that of the canvas.
 */
const fieldCommands: Record<string, string> = {
  'edit.undo': 'undo',
  'edit.redo': 'redo',
  'edit.select-all': 'selectAll',
  'edit.delete': 'delete',
};

/** The longest time, in ms, that the native menu may show outdated commands while the window is busy. */
const menuDelay = 1000;

const choose = (chosen: string): void => {
  const ofField = fieldCommands[chosen];
  if (ofField && focusOf(document.activeElement).inField) {
    // oxlint-disable-next-line typescript/no-deprecated -- only this runs the undo of a text field
    document.execCommand(ofField);
    return;
  }
  const command = commandList.find(({ id }) => id === chosen);
  if (command) runCommand(command.id);
};

/** Shows the command table in the native menu and runs the chosen commands. */
export const useNativeMenu = (): void => {
  const { t } = useTranslation('commands');
  const enabled = useEnabledCommands();
  const switches = useSwitches();
  const { choices, shortcutsOf } = useShortcutsOf();
  useEffect(() => {
    const texts = {
      menu: (id: MenuId) => t(`menu.${id}`),
      submenu: (id: SubmenuId) => t(`submenu.${id}`),
      command: (id: CommandId) => t(id),
    };
    const show = (): void => {
      const menu = nativeMenu(texts, enabled, switches, shortcutsOf);
      // Errors are ignored, because the shortcuts and the command palette work without the native menu.
      desktop.menu.show(menu).catch(() => undefined);
    };
    // Waits until the window is idle, because the commands change many times during the start.
    const idle = requestIdleCallback(show, { timeout: menuDelay });
    return () => cancelIdleCallback(idle);
    // oxlint-disable-next-line react/exhaustive-deps -- `shortcutsOf` changes only if `choices` changes
  }, [t, enabled, switches, choices]);
  useAnnouncements(desktop.menu.chosen, ({ command }) => choose(command));
};
