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

const toItem = (
  { title, accelerator, command, enabled, separatorBefore }: MenuModel[number]['items'][number],
  chosen: (command: string) => void,
): MenuItemConstructorOptions[] => [
  ...(separatorBefore ? [{ type: 'separator' as const }] : []),
  {
    label: title,
    enabled,
    registerAccelerator: false,
    click: () => chosen(command),
    ...(accelerator !== undefined && { accelerator }),
  },
];

/**
 * The native menu, as the window's command table has it. The keys are shown but not registered:
 * the window hears them itself, because only it knows whether a text field has the focus.
 */
export const showMenu = (model: MenuModel, chosen: (command: string) => void): void => {
  const groups = model.map(({ id, title, items }): MenuItemConstructorOptions => ({
    label: title,
    submenu: [
      ...items.flatMap((item) => toItem(item, chosen)),
      ...(isMac && id === 'edit' ? clipboardRoles : []),
    ],
  }));
  const system: MenuItemConstructorOptions[] = isMac ? [{ role: 'appMenu' }] : [];
  Menu.setApplicationMenu(Menu.buildFromTemplate([...system, ...groups]));
};
