import type { Menu } from '#shared/desktop/window.ts';
import {
  commandList,
  menuIds,
  type Command,
  type CommandId,
  type MenuId,
  type SubmenuId,
} from '../kernel/commands/commands.ts';
import { acceleratorOf } from '../kernel/commands/shortcut.ts';

type Texts = {
  menu: (id: MenuId) => string;
  submenu: (id: SubmenuId) => string;
  command: (id: CommandId) => string;
};

const startsGroup = ({ group }: Command, index: number, all: readonly Command[]): boolean =>
  index > 0 && all[index - 1]?.group !== group;

const acceleratorIn = ([shortcut]: readonly string[]): { accelerator?: string } =>
  shortcut === undefined ? {} : { accelerator: acceleratorOf(shortcut) };

/** Returns the command table in the format of the main process's native menu. */
export const nativeMenu = (
  texts: Texts,
  enabled: ReadonlySet<CommandId>,
  switches: ReadonlyMap<CommandId, boolean>,
  shortcutsOf = (command: Command): readonly string[] => command.shortcuts,
): Menu => {
  const items = (commands: readonly Command[]) =>
    commands.map((command, index) => ({
      ...(switches.has(command.id) && { checked: switches.get(command.id) === true }),
      command: command.id,
      title: texts.command(command.id),
      ...acceleratorIn(shortcutsOf(command)),
      enabled: enabled.has(command.id),
      separatorBefore: startsGroup(command, index, commands),
    }));

  /** Puts each submenu at the position of its first command. */
  const withSubmenus = (commands: readonly Command[]): Menu[number]['items'] =>
    items(commands).flatMap((item, index): Menu[number]['items'] => {
      const submenu = commands[index]?.submenu;
      if (!submenu) return [item];
      const first = commands.findIndex((command) => command.submenu === submenu);
      if (index > first) return [];
      const within = items(commands.filter((command) => command.submenu === submenu));
      const { separatorBefore } = item;
      return [{ title: texts.submenu(submenu), items: within, separatorBefore }];
    });

  return menuIds.map((menu) => ({
    id: menu,
    title: texts.menu(menu),
    items: withSubmenus(commandList.filter((command) => command.menu === menu)),
  }));
};
