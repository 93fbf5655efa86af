import { expect, test } from 'vitest';
import texts from '#shared/locales/en/commands.json' with { type: 'json' };
import { commandList } from '../kernel/commands/commands.ts';
import { nativeMenu } from './native-menu.ts';

const menu = nativeMenu(
  { menu: (id) => texts.menu[id], submenu: (id) => texts.submenu[id], command: (id) => id },
  new Set(['edit.undo', 'file.export-otm']),
  new Map([['view.toggle-grid', true]]),
);

type Item = (typeof menu)[number]['items'][number];
const commandsOf = (items: readonly Item[]) =>
  items.flatMap((item) => ('items' in item ? item.items : [item]));
const itemsOf = (id: string): Item[] => menu.find((each) => each.id === id)?.items ?? [];

test('every command is in its menu once, with separators between groups', () => {
  expect(menu.map(({ title }) => title)).toEqual(['File', 'Edit', 'View', 'Canvas', 'Help']);
  const commands = menu.flatMap(({ items }) => commandsOf(items).map(({ command }) => command));
  expect(commands).toEqual(commandList.map(({ id }) => id));
  for (const { items } of menu) expect(items[0]?.separatorBefore).toBe(false);
  const redo = commandsOf(itemsOf('edit')).find(({ command }) => command === 'edit.redo');
  expect(redo?.separatorBefore).toBe(false);
});

test('a command without an action is shown as disabled', () => {
  const enabled = commandsOf(itemsOf('edit')).filter((item) => item.enabled);
  expect(enabled.map(({ command }) => command)).toEqual(['edit.undo']);
});

test('exports are in their own submenu, next to the import', () => {
  const file = itemsOf('file');
  const at = file.findIndex((item) => item.title === 'Export');
  expect(file[at - 1]).toMatchObject({ command: 'file.import', separatorBefore: true });
  expect(file[at + 1]).toMatchObject({
    command: 'file.print',
    accelerator: 'CommandOrControl+Shift+P',
    separatorBefore: false,
  });
  expect(file[at + 2]).toMatchObject({ command: 'file.sync-now', separatorBefore: true });
  expect(file[at]).toMatchObject({
    separatorBefore: false,
    items: [
      { command: 'file.export', accelerator: 'CommandOrControl+E', enabled: false },
      { command: 'file.export-report', enabled: false },
      { command: 'file.export-image', separatorBefore: false },
      { command: 'file.export-svg' },
      { command: 'file.export-graph' },
      { command: 'file.export-otm', accelerator: 'CommandOrControl+Shift+E', enabled: true },
      { command: 'file.export-register' },
      { command: 'file.export-file' },
    ],
  });
});

test('active toggles are checked', () => {
  const view = commandsOf(itemsOf('view'));
  expect(view.filter(({ checked }) => checked !== undefined)).toMatchObject([
    { command: 'view.toggle-grid', checked: true },
  ]);
});
