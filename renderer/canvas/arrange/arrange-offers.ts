import { commandList, type CommandId, type SubmenuId } from '../../app/commands.ts';

/** The commands of a submenu, as menus offer them. */
const offered = (submenu: SubmenuId, prefix = ''): CommandId[] =>
  commandList
    .filter((command) => command.submenu === submenu && command.id.startsWith(prefix))
    .map(({ id }) => id);

export const selectCommands = offered('select');
export const arrangeCommands = offered('arrange');
export const layoutEverything = offered('layout', 'layout.everything');
export const layoutSelected = [
  ...offered('layout', 'layout.selection'),
  ...offered('layout', 'layout.inside'),
];
