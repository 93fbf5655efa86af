import { Menu, type MenuItemConstructorOptions } from 'electron';
import type { ClipboardAction, Menu as MenuModel } from '#shared/desktop/window.ts';

const isMac = process.platform === 'darwin';

/** The effect of these depends on the focus: the canvas, or a text field. */
const clipboardItems: Record<string, ClipboardAction> = {
  'edit.cut': 'cut',
  'edit.copy': 'copy',
  'edit.paste': 'paste',
};

type Item = MenuModel[number]['items'][number];
type Chosen = { run: (command: string) => void; edit: (action: ClipboardAction) => void };

const toItem = (item: Item, chosen: Chosen): MenuItemConstructorOptions => {
  if ('items' in item) {
    return {
      label: item.title,
      enabled: item.items.some(({ enabled }) => enabled),
      submenu: toItems(item.items, chosen),
    };
  }
  const { title, accelerator, command, enabled, checked } = item;
  const action = clipboardItems[command];
  // On macOS, clipboard keys reach text fields and system dialogs only through these roles.
  if (action && isMac) return { label: title, role: action };
  return {
    label: title,
    enabled: enabled || action !== undefined,
    registerAccelerator: false,
    click: () => (action ? chosen.edit(action) : chosen.run(command)),
    ...(accelerator !== undefined && { accelerator }),
    ...(checked !== undefined && { type: 'checkbox', checked }),
  };
};

const toItems = (items: readonly Item[], chosen: Chosen): MenuItemConstructorOptions[] =>
  items.flatMap((item): MenuItemConstructorOptions[] => [
    ...(item.separatorBefore ? [{ type: 'separator' as const }] : []),
    toItem(item, chosen),
  ]);

/**
 * Shows the native menu for the window's commands. The shortcuts are displayed but not registered:
 * the window handles them, because only it knows if a text field has the focus.
 */
export const showMenu = (model: MenuModel, chosen: Chosen): void => {
  const groups = model.map(({ title, items }): MenuItemConstructorOptions => ({
    label: title,
    submenu: toItems(items, chosen),
  }));
  const system: MenuItemConstructorOptions[] = isMac ? [{ role: 'appMenu' }] : [];
  Menu.setApplicationMenu(Menu.buildFromTemplate([...system, ...groups]));
};
