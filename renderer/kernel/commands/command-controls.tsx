import { ActionIcon, Tooltip, type ActionIconProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from '../../locales/use-translation.tsx';
import { Keys } from '../../ui/keys.tsx';
import type { MenuEntry } from '../../ui/menu-at.tsx';
import { commandIcons } from './command-icons.tsx';
import { commandOf, type CommandId, type SubmenuId } from './commands.ts';
import { useShortcutsOf } from './shortcut-choices.ts';
import {
  runCommand,
  useCommandDetail,
  useCommandEnabled,
  useCommandTitle,
  useEnabledCommands,
  useSwitches,
} from './use-command.ts';
import classes from './command-controls.module.css';

/**
 * Props that make a button a tool of Mantine's `Toolbar`. The toolbar is one Tab stop, and the arrow
 * keys move the focus between its tools.
 */
export const toolInToolbar = { 'data-toolbar-toggle': true } as const;

type CommandButtonProps = {
  command: CommandId;
  icon: ReactNode;
  /** True while a toggle command is on. Commands that are not toggles leave this out. */
  pressed?: boolean;
  /** The text of the tooltip and the accessible name. By default, this is the title of the command. */
  title?: string;
  size?: ActionIconProps['size'];
};

/** A button for a command, with its name, keys, and on/off state. */
export const CommandButton = (props: CommandButtonProps) => {
  const { command, icon, pressed, size = 'sm' } = props;
  const titleOf = useCommandTitle();
  const enabled = useCommandEnabled(command);
  const [shortcut] = useShortcutsOf().shortcutsOf(commandOf(command));
  const detail = useCommandDetail(command);
  const { t } = useTranslation('commands');
  const title = props.title ?? titleOf(command);
  return (
    <Tooltip
      label={
        <span className={classes.tooltip}>
          {detail ? t('with-detail', { command: title, detail }) : title}
          {shortcut && <Keys shortcut={shortcut} />}
        </span>
      }
    >
      <ActionIcon
        {...toolInToolbar}
        aria-label={title}
        {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
        className={classes.button}
        disabled={!enabled}
        onClick={() => runCommand(command)}
        size={size}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  );
};

/** A command, or several commands of one submenu. */
type Offer = CommandId | { submenu: SubmenuId; commands: readonly CommandId[] };

/**
 * Returns a function that makes context menu entries for groups of commands. It leaves out disabled
 * commands and puts a divider between groups. Each entry has the name, the shortcut, and the icon of its
 * command.
 */
export const useCommandEntries = () => {
  const { t } = useTranslation('commands');
  const enabled = useEnabledCommands();
  const switches = useSwitches();
  const { shortcutsOf } = useShortcutsOf();

  const entryOf = (id: CommandId): MenuEntry => {
    const Icon = commandIcons[id];
    const isChecked = switches.get(id);
    return {
      key: id,
      label: t(id),
      icon: Icon && <Icon />,
      shortcut: shortcutsOf(commandOf(id))[0],
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
        group.map((entry, indexInGroup) => ({
          ...entry,
          lineBefore: at > 0 && indexInGroup === 0,
        })),
      );
};
