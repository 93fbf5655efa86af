import { arrangeCommands, canvasCommands } from './table/canvas.ts';
import { canvasesCommands } from './table/canvases.ts';
import type { CommandShape } from './table/command-shape.ts';
import { editCommands } from './table/edit.ts';
import { fileCommands } from './table/file.ts';
import { helpCommands, viewCommands } from './table/view.ts';

/**
 * Every command of the window, in one file per menu. The title is the text of the same key in
 * `locales/<language>/commands.json`. The native menu, the shortcuts, the command palette, context
 * menus, tooltips, and the shortcuts dialog are made from this table. A mounted component gives a
 * command its action with `useCommand` (`use-command.ts`); without one it is shown as disabled.
 */
const commands = [
  ...fileCommands,
  ...editCommands,
  ...viewCommands,
  ...canvasCommands,
  ...arrangeCommands,
  ...canvasesCommands,
  ...helpCommands,
] as const;

export { menuIds, type MenuId, type SubmenuId, type Where } from './table/command-shape.ts';

export type CommandId = (typeof commands)[number]['id'];
export type Command = CommandShape & { id: CommandId };

/** The same table, for code that treats all commands alike. */
export const commandList: readonly Command[] = commands;

export const commandOf = (id: CommandId): Command => {
  const command = commandList.find((each) => each.id === id);
  if (!command) throw new Error(`No command ${id}`);
  return command;
};
