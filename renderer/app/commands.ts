import { arrangeCommands } from './commands/arrange.ts';
import { canvasCommands } from './commands/canvas.ts';
import { canvasesCommands } from './commands/canvases.ts';
import type { CommandShape } from './commands/command-shape.ts';
import { editCommands } from './commands/edit.ts';
import { fileCommands } from './commands/file.ts';
import { helpCommands } from './commands/help.ts';
import { viewCommands } from './commands/view.ts';

/**
 * Every command of the window, a file for each menu. Its title is the text of the same key in
 * `locales/<language>/commands.json`. The native menu, the keys, the command palette, context
 * menus, tooltips and the dialog of shortcuts are made from this table; a mounted component gives a
 * command its action with `useCommand` (`use-command.ts`), and without one it is shown as not
 * available.
 */
const commands = [
  ...fileCommands,
  ...editCommands,
  ...viewCommands,
  ...canvasCommands,
  ...canvasesCommands,
  ...arrangeCommands,
  ...helpCommands,
] as const;

export { menuIds, type MenuId, type SubmenuId, type Where } from './commands/command-shape.ts';

export type CommandId = (typeof commands)[number]['id'];
export type Command = CommandShape & { id: CommandId };

/** The same table, for code that reads all commands alike. */
export const commandList: readonly Command[] = commands;

export const commandOf = (id: CommandId): Command => {
  const command = commandList.find((each) => each.id === id);
  if (!command) throw new Error(`No command ${id}`);
  return command;
};
