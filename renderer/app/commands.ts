/**
 * Every command of the window. Its title is the text of the same key in `locales/<language>/
 * commands.json`. The native menu, the keys, the command palette, tooltips and the dialog of
 * shortcuts are made from this table; a mounted component gives a command its action with
 * `useCommand` (`use-command.ts`), and without one it is shown as not available.
 *
 * `shortcuts`: `mod` is ⌘ on macOS and Ctrl elsewhere; the first one is the one shown.
 *
 * `where` says at what point of focus the keys act:
 * - `window`: everywhere but in a dialog, also in a text field
 * - `document`: the same, but a text field keeps them for itself (its own undo)
 * - `canvas`: only inside `[data-keys="canvas"]`, or while nothing has the focus
 */
type CommandShape = {
  id: string;
  menu: MenuId;
  /** Commands of one submenu follow one another. */
  submenu?: SubmenuId;
  /** A line is drawn in the menu where the group changes. */
  group: string;
  shortcuts: readonly string[];
  where: Where;
};

export const menuIds = ['file', 'edit', 'view', 'canvas', 'help'] as const;
export type MenuId = (typeof menuIds)[number];
export type SubmenuId = 'export';
export type Where = 'window' | 'document' | 'canvas';

const commands = [
  { id: 'file.new-model', menu: 'file', group: 'new', shortcuts: ['mod+n'], where: 'window' },
  {
    id: 'file.new-collection',
    menu: 'file',
    group: 'new',
    shortcuts: ['mod+shift+n'],
    where: 'window',
  },
  { id: 'file.import', menu: 'file', group: 'exchange', shortcuts: ['mod+o'], where: 'window' },
  {
    id: 'file.export-report',
    menu: 'file',
    submenu: 'export',
    group: 'exchange',
    shortcuts: ['mod+e'],
    where: 'window',
  },
  {
    id: 'file.export-image',
    menu: 'file',
    submenu: 'export',
    group: 'exchange',
    shortcuts: [],
    where: 'window',
  },
  {
    id: 'file.export-svg',
    menu: 'file',
    submenu: 'export',
    group: 'exchange',
    shortcuts: [],
    where: 'window',
  },
  {
    id: 'file.export-graph',
    menu: 'file',
    submenu: 'export',
    group: 'exchange',
    shortcuts: [],
    where: 'window',
  },
  {
    id: 'file.export-otm',
    menu: 'file',
    submenu: 'export',
    group: 'exchange',
    shortcuts: ['mod+shift+e'],
    where: 'window',
  },
  { id: 'file.sync-now', menu: 'file', group: 'sync', shortcuts: [], where: 'window' },
  { id: 'file.show-waiting', menu: 'file', group: 'sync', shortcuts: [], where: 'window' },
  {
    id: 'file.switch-connection',
    menu: 'file',
    group: 'connections',
    shortcuts: ['mod+shift+k'],
    where: 'window',
  },
  {
    id: 'file.add-connection',
    menu: 'file',
    group: 'connections',
    shortcuts: [],
    where: 'window',
  },
  {
    id: 'file.connections',
    menu: 'file',
    group: 'connections',
    shortcuts: ['mod+,'],
    where: 'window',
  },

  { id: 'edit.undo', menu: 'edit', group: 'history', shortcuts: ['mod+z'], where: 'document' },
  {
    id: 'edit.redo',
    menu: 'edit',
    group: 'history',
    shortcuts: ['mod+shift+z', 'mod+y'],
    where: 'document',
  },
  {
    id: 'edit.select-all',
    menu: 'edit',
    group: 'selection',
    shortcuts: ['mod+a'],
    where: 'canvas',
  },
  { id: 'edit.rename', menu: 'edit', group: 'selection', shortcuts: ['f2'], where: 'canvas' },
  {
    id: 'edit.duplicate',
    menu: 'edit',
    group: 'selection',
    shortcuts: ['mod+d'],
    where: 'canvas',
  },
  {
    id: 'edit.delete',
    menu: 'edit',
    group: 'selection',
    shortcuts: ['delete', 'backspace'],
    where: 'canvas',
  },

  {
    id: 'view.palette-commands',
    menu: 'view',
    group: 'palette',
    shortcuts: ['mod+k'],
    where: 'window',
  },
  {
    id: 'view.toggle-sidebar',
    menu: 'view',
    group: 'panels',
    shortcuts: ['mod+b'],
    where: 'window',
  },
  {
    id: 'view.toggle-inspector',
    menu: 'view',
    group: 'panels',
    shortcuts: ['mod+i', 'mod+alt+b'],
    where: 'window',
  },
  {
    id: 'view.zoom-in',
    menu: 'view',
    group: 'zoom',
    shortcuts: ['mod+plus', 'mod+='],
    where: 'window',
  },
  { id: 'view.zoom-out', menu: 'view', group: 'zoom', shortcuts: ['mod+-'], where: 'window' },
  { id: 'view.zoom-fit', menu: 'view', group: 'zoom', shortcuts: ['mod+0'], where: 'window' },
  { id: 'view.theme-light', menu: 'view', group: 'theme', shortcuts: [], where: 'window' },
  { id: 'view.theme-dark', menu: 'view', group: 'theme', shortcuts: [], where: 'window' },
  { id: 'view.theme-auto', menu: 'view', group: 'theme', shortcuts: [], where: 'window' },

  { id: 'canvas.add-process', menu: 'canvas', group: 'add', shortcuts: ['p'], where: 'canvas' },
  { id: 'canvas.add-data-store', menu: 'canvas', group: 'add', shortcuts: ['d'], where: 'canvas' },
  {
    id: 'canvas.add-external-entity',
    menu: 'canvas',
    group: 'add',
    shortcuts: ['e'],
    where: 'canvas',
  },
  { id: 'canvas.add-boundary', menu: 'canvas', group: 'add', shortcuts: ['b'], where: 'canvas' },
  { id: 'canvas.add-note', menu: 'canvas', group: 'add', shortcuts: ['n'], where: 'canvas' },
  { id: 'canvas.connect', menu: 'canvas', group: 'connect', shortcuts: ['c'], where: 'canvas' },

  { id: 'help.shortcuts', menu: 'help', group: 'help', shortcuts: ['mod+/'], where: 'window' },
] as const satisfies readonly CommandShape[];

export type CommandId = (typeof commands)[number]['id'];
export type Command = CommandShape & { id: CommandId };

/** The same table, for code that reads all commands alike. */
export const commandList: readonly Command[] = commands;

export const commandOf = (id: CommandId): Command => {
  const command = commandList.find((each) => each.id === id);
  if (!command) throw new Error(`No command ${id}`);
  return command;
};
