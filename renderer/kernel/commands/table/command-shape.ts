export const menuIds = ['file', 'edit', 'view', 'canvas', 'help'] as const;
export type MenuId = (typeof menuIds)[number];
export type SubmenuId =
  | 'export'
  | 'extend'
  | 'flow-shape'
  | 'flow-direction'
  | 'flow-line'
  | 'flow-ends'
  | 'kind'
  | 'color'
  | 'order'
  | 'canvases'
  | 'select'
  | 'arrange'
  | 'layout';
export type Where = 'window' | 'document' | 'canvas';

/** A row of the command table. */
export type CommandShape = {
  id: string;
  menu: MenuId;
  /**
   * The submenu with the command. The menu shows a submenu at the position of its first command. A
   * command without a submenu is directly in the menu.
   */
  submenu?: SubmenuId;
  /** The name of a group of commands. The menu has a divider between two groups. */
  group: string;
  /** `mod` is ⌘ on macOS and Ctrl elsewhere. Menus and tooltips show only the first shortcut. */
  shortcuts: readonly string[];
  /**
   * The position of the focus that the shortcuts require:
   * - `window`: anywhere, even in a text field, but not in a dialog
   * - `document`: anywhere but in a dialog or a text field, because a text field has its own undo
   * - `canvas`: only inside `[data-keys="canvas"]`, or while nothing has the focus
   */
  where: Where;
};
