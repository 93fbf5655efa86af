import { arrangeCommands, canvasCommands } from './table/canvas.ts';
import { canvasesCommands } from './table/canvases.ts';
import type { CommandShape } from './table/command-shape.ts';
import { editCommands } from './table/edit.ts';
import { fileCommands } from './table/file.ts';
import { helpCommands, viewCommands } from './table/view.ts';

/**
 * All commands of the window. The native menu, the shortcuts, the command palette, context menus,
 * tooltips, and the shortcuts dialog are made from this table. The title of a command is a text in the
 * namespace `commands` of `shared/locales`. The key of this text is the ID of the command.
 *
 * A mounted component gives a command its action with `useCommand`. Without an action, the command is
 * shown as disabled.
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

/** The rows of `commands` with a common type, for code that treats all commands alike. */
export const commandList: readonly Command[] = commands;

export const commandOf = (id: CommandId): Command => {
  const command = commandList.find((each) => each.id === id);
  if (!command) throw new Error(`No command ${id}`);
  return command;
};
