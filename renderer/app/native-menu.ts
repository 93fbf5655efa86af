import type { Menu } from '#shared/desktop/contract.ts';
import { commandList, menuIds, type CommandId, type MenuId } from './commands.ts';
import { acceleratorOf } from './shortcut.ts';

type Texts = { menu: (id: MenuId) => string; command: (id: CommandId) => string };

/** The command table as the main process shows it in the native menu. */
export const nativeMenu = (texts: Texts, enabled: ReadonlySet<CommandId>): Menu =>
  menuIds.map((menu) => {
    const ofMenu = commandList.filter((command) => command.menu === menu);
    return {
      id: menu,
      title: texts.menu(menu),
      items: ofMenu.map(({ id, group, shortcuts: [shortcut] }, index) => ({
        command: id,
        title: texts.command(id),
        ...(shortcut && { accelerator: acceleratorOf(shortcut) }),
        enabled: enabled.has(id),
        separatorBefore: index > 0 && ofMenu[index - 1]?.group !== group,
      })),
    };
  });
