import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { commandList } from './commands.ts';
import { desktop } from './desktop.ts';
import { nativeMenu } from './native-menu.ts';
import { focusOf } from './shortcut.ts';
import { useAnnouncements } from './use-announcements.ts';
import { runCommand, useEnabledCommands, useSwitches } from './use-command.ts';

/** What the Edit menu does while a text field has the focus: the field's own, not the canvas's. */
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

/** Shows the command table as the native menu, and runs what is chosen there. */
export const useNativeMenu = (): void => {
  const { t } = useTranslation('commands');
  const enabled = useEnabledCommands();
  const switches = useSwitches();
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
      ),
    [t, enabled, switches],
  );
  useEffect(() => {
    // Without its native menu the window still has its keys and its palette.
    desktop.menu.show(menu).catch(() => undefined);
  }, [menu]);
  useAnnouncements(desktop.menu.chosen, ({ command }) => choose(command));
};
