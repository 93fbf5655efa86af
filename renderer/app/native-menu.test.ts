import { expect, test } from 'vitest';
import texts from '../locales/en/commands.json' with { type: 'json' };
import { commandList } from './commands.ts';
import { nativeMenu } from './native-menu.ts';

const menu = nativeMenu(
  { menu: (id) => texts.menu[id], command: (id) => id },
  new Set(['edit.undo']),
);

test('every command is in its menu once, with lines between the groups', () => {
  expect(menu.map(({ title }) => title)).toEqual(['File', 'Edit', 'View', 'Canvas', 'Help']);
  const shown = menu.flatMap(({ items }) => items.map(({ command }) => command));
  expect(shown.toSorted()).toEqual(commandList.map(({ id }) => id).toSorted());
  for (const { items } of menu) expect(items[0]?.separatorBefore).toBe(false);
  const redo = menu[1]?.items.find(({ command }) => command === 'edit.redo');
  expect(redo?.separatorBefore).toBe(false);
});

test('a command without an action is shown and cannot be chosen', () => {
  const edit = menu.find(({ id }) => id === 'edit');
  expect(edit?.items.filter(({ enabled }) => enabled).map(({ command }) => command)).toEqual([
    'edit.undo',
  ]);
});
