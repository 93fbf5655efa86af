import { Menu, type MenuItemConstructorOptions } from 'electron';
import type { ClipboardAction, Menu as MenuModel } from '#shared/desktop/window.ts';

const isMac = process.platform === 'darwin';

/**
 * Commands that act on the element with the focus: the canvas or a text field. They are always enabled.
 */
const clipboardItems: Record<string, ClipboardAction> = {
  'edit.cut': 'cut',
  'edit.copy': 'copy',
  'edit.paste': 'paste',
};

type Item = MenuModel[number]['items'][number];
type Chosen = { run: (command: string) => void; edit: (action: ClipboardAction) => void };

const isEnabled = ({ enabled, command }: Extract<Item, { command: string }>): boolean =>
  enabled || clipboardItems[command] !== undefined;

const toItem = (item: Item, chosen: Chosen): MenuItemConstructorOptions => {
  if ('items' in item) {
    return {
      label: item.title,
      enabled: item.items.some(({ enabled }) => enabled),
      submenu: toItems(item.items, chosen),
    };
  }
  const { title, accelerator, command, checked } = item;
  const action = clipboardItems[command];
  // On macOS, the clipboard shortcuts work in text fields and system dialogs only if the menu items have
  // these roles.
  if (action && isMac) return { label: title, role: action };
  return {
    label: title,
    enabled: isEnabled(item),
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

/** The shown menu as JSON, without `enabled` and `checked`, which often change. */
let shownStructure = '';

const withoutState = (model: MenuModel): string =>
  JSON.stringify(model, (key, value: unknown) =>
    key === 'enabled' || key === 'checked' ? undefined : value,
  );

const changeState = (items: readonly Item[], menu: Menu | undefined): void => {
  let index = 0;
  for (const item of items) {
    if (item.separatorBefore) index += 1;
    const change = menu?.items[index];
    index += 1;
    if (!change) continue;
    if ('items' in item) {
      changeState(item.items, change.submenu);
      change.enabled = item.items.some(({ enabled }) => enabled);
    } else {
      change.enabled = isEnabled(item);
      if (item.checked !== undefined) change.checked = item.checked;
    }
  }
};

/**
 * Shows the native menu for the window's commands. The menu shows the shortcuts but does not register
 * them, because only the window knows if a text field has the focus. So the window handles the keys.
 * Building a menu takes 20 ms. So if only the states of commands differ, the shown menu is updated.
 */
export const showMenu = (model: MenuModel, chosen: Chosen): void => {
  const menu = Menu.getApplicationMenu();
  const structure = withoutState(model);
  if (menu && structure === shownStructure) {
    const groups = menu.items.slice(-model.length);
    for (const [index, { items }] of model.entries()) changeState(items, groups[index]?.submenu);
    return;
  }
  shownStructure = structure;
  const groups = model.map(({ title, items }): MenuItemConstructorOptions => ({
    label: title,
    submenu: toItems(items, chosen),
  }));
  const system: MenuItemConstructorOptions[] = isMac ? [{ role: 'appMenu' }] : [];
  Menu.setApplicationMenu(Menu.buildFromTemplate([...system, ...groups]));
};
