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

/**
 * `shortcuts`: `mod` is ⌘ on macOS and Ctrl elsewhere; the first one is the one shown.
 *
 * `where` says where the focus must be for the keys to work:
 * - `window`: everywhere but in a dialog, also in a text field
 * - `document`: everywhere but in a dialog or a text field, which has its own undo
 * - `canvas`: only inside `[data-keys="canvas"]`, or while nothing has the focus
 */
export type CommandShape = {
  id: string;
  menu: MenuId;
  /** Commands of one submenu follow one another. */
  submenu?: SubmenuId;
  /** The menu draws a line where the group changes. */
  group: string;
  shortcuts: readonly string[];
  where: Where;
};
