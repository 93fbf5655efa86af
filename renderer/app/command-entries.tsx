import { useTranslation } from 'react-i18next';
import type { MenuEntry } from '../ui/menu-at.tsx';
import { commandIcons } from './command-icons.ts';
import { commandOf, type CommandId, type SubmenuId } from './commands.ts';
import { runCommand, useEnabledCommands, useSwitches } from './use-command.ts';

/** A command, or several of one submenu. */
type Offer = CommandId | { submenu: SubmenuId; commands: readonly CommandId[] };

/**
 * Commands as entries of a context menu: those that can be run now, with a line between groups.
 * Their names, keys and pictures are those of the table.
 */
export const useCommandEntries = () => {
  const { t } = useTranslation('commands');
  const enabled = useEnabledCommands();
  const switches = useSwitches();

  const entryOf = (id: CommandId): MenuEntry => {
    const Icon = commandIcons[id];
    const isChecked = switches.get(id);
    return {
      key: id,
      label: t(id),
      icon: Icon && <Icon />,
      shortcut: commandOf(id).shortcuts[0],
      run: () => void runCommand(id),
      isDestructive: id === 'edit.delete' || id === 'canvas.delete-canvas',
      ...(isChecked !== undefined && { isChecked }),
    };
  };

  const entriesOf = (offer: Offer): MenuEntry[] => {
    if (typeof offer === 'string') return enabled.has(offer) ? [entryOf(offer)] : [];
    const entries = offer.commands.filter((id) => enabled.has(id)).map(entryOf);
    const label = t(`submenu.${offer.submenu}`);
    return entries.length > 0 ? [{ key: offer.submenu, label, entries }] : [];
  };

  return (...groups: (readonly Offer[])[]): MenuEntry[] =>
    groups
      .map((group) => group.flatMap(entriesOf))
      .filter((group) => group.length > 0)
      .flatMap((group, at) =>
        group.map((entry, place) => ({ ...entry, lineBefore: at > 0 && place === 0 })),
      );
};
