import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { commandList } from '../kernel/commands/commands.ts';
import { useShortcutsOf } from '../kernel/commands/shortcut-choices.ts';
import { focusOf } from '../kernel/commands/shortcut.ts';
import { runCommand, useEnabledCommands, useSwitches } from '../kernel/commands/use-command.ts';
import { desktop } from '../kernel/desktop/desktop.ts';
import { useAnnouncements } from '../kernel/desktop/use-announcements.ts';
import { nativeMenu } from './native-menu.ts';

/** The Edit menu in a text field runs the field's own commands, not the canvas's. */
const fieldCommands: Record<string, string> = {
  'edit.undo': 'undo',
  'edit.redo': 'redo',
  'edit.select-all': 'selectAll',
  'edit.delete': 'delete',
};

const choose = (chosen: string): void => {
  const ofField = fieldCommands[chosen];
  if (ofField && focusOf(document.activeElement).inField) {
    // oxlint-disable-next-line typescript/no-deprecated -- nothing else reaches a field's own undo
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
  const menu = useMemo(
    () =>
      nativeMenu(
        {
          menu: (id) => t(`menu.${id}`),
          submenu: (id) => t(`submenu.${id}`),
          command: (id) => t(id),
        },
        enabled,
        switches,
        shortcutsOf,
      ),
    // oxlint-disable-next-line react/exhaustive-deps -- the function changes only with the choices
    [t, enabled, switches, choices],
  );
  useEffect(() => {
    // Without a native menu the window still has shortcuts and the command palette.
    desktop.menu.show(menu).catch(() => undefined);
  }, [menu]);
  useAnnouncements(desktop.menu.chosen, ({ command }) => choose(command));
};
