import { Menu, type MenuItemConstructorOptions } from 'electron';
import type { Menu as MenuModel } from '#shared/desktop/contract.ts';

const isMac = process.platform === 'darwin';

/** On macOS the clipboard keys reach a text field only through a menu that has them. */
const clipboardRoles: MenuItemConstructorOptions[] = [
  { type: 'separator' },
  { role: 'cut' },
  { role: 'copy' },
  { role: 'paste' },
];

type Item = MenuModel[number]['items'][number];
type Chosen = (command: string) => void;

const toItem = (item: Item, chosen: Chosen): MenuItemConstructorOptions => {
  if ('items' in item) {
    return {
      label: item.title,
      enabled: item.items.some(({ enabled }) => enabled),
      submenu: toItems(item.items, chosen),
    };
  }
  const { title, accelerator, command, enabled, checked } = item;
  return {
    label: title,
    enabled,
    registerAccelerator: false,
    click: () => chosen(command),
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
export const showMenu = (model: MenuModel, chosen: (command: string) => void): void => {
  const groups = model.map(({ id, title, items }): MenuItemConstructorOptions => ({
    label: title,
    submenu: [...toItems(items, chosen), ...(isMac && id === 'edit' ? clipboardRoles : [])],
  }));
  const system: MenuItemConstructorOptions[] = isMac ? [{ role: 'appMenu' }] : [];
  Menu.setApplicationMenu(Menu.buildFromTemplate([...system, ...groups]));
};
