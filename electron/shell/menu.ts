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

/**
 * The native menu, as the window's command table has it. The keys are shown but not registered:
 * the window hears them itself, because only it knows whether a text field has the focus.
 */
export const showMenu = (model: MenuModel, chosen: (command: string) => void): void => {
  const groups = model.map(({ title, items }): MenuItemConstructorOptions => ({
    label: title,
    submenu: items.flatMap((item): MenuItemConstructorOptions[] => [
      ...(item.separatorBefore ? [{ type: 'separator' as const }] : []),
      {
        label: item.title,
        enabled: item.enabled,
        registerAccelerator: false,
        click: () => chosen(item.command),
        ...(item.accelerator ? { accelerator: item.accelerator } : {}),
      },
    ]),
  }));
  const system: MenuItemConstructorOptions[] = isMac ? [{ role: 'appMenu' }] : [];
  Menu.setApplicationMenu(Menu.buildFromTemplate([...system, ...groups]));
};
