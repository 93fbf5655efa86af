import { Menu, type MenuItemConstructorOptions } from 'electron';
import type { ClipboardAction, Menu as MenuModel } from '#shared/desktop/window.ts';

const isMac = process.platform === 'darwin';

/** What these do is decided by what has the focus: the canvas, or a text field. */
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
  // On macOS the keys of the clipboard reach a field, and the system's dialogs, by these roles.
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
 * The native menu, as the window's command table has it. The keys are shown but not registered:
 * the window hears them itself, because only it knows whether a text field has the focus.
 */
export const showMenu = (model: MenuModel, chosen: Chosen): void => {
  const groups = model.map(({ title, items }): MenuItemConstructorOptions => ({
    label: title,
    submenu: toItems(items, chosen),
  }));
  const system: MenuItemConstructorOptions[] = isMac ? [{ role: 'appMenu' }] : [];
  Menu.setApplicationMenu(Menu.buildFromTemplate([...system, ...groups]));
};
