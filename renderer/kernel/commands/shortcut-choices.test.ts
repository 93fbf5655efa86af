import { afterEach, expect, test } from 'vitest';
import { commandOf } from './commands.ts';
import {
  applyShortcutChoices,
  conflictsOf,
  isShortcut,
  shortcutsOf,
  withOnly,
  withShortcuts,
} from './shortcut-choices.ts';

const undo = commandOf('edit.undo');
const redo = commandOf('edit.redo');
const sidebar = commandOf('view.toggle-sidebar');

afterEach(() => applyShortcutChoices({}));

test('chosen shortcuts replace those of the table, and the table’s own are not stored', () => {
  const choices = withShortcuts({}, sidebar, ['f9']);
  applyShortcutChoices(choices);
  expect(shortcutsOf(sidebar)).toEqual(['f9']);
  expect(shortcutsOf(undo)).toEqual(['mod+z']);
  expect(withShortcuts(choices, sidebar, sidebar.shortcuts)).toEqual({});
});

test('a command without shortcuts frees its keys', () => {
  const press = {
    key: 'p',
    code: 'KeyP',
    ctrlKey: false,
    metaKey: false,
    shiftKey: false,
    altKey: false,
  };
  expect(isShortcut(press, false)).toBe(true);
  applyShortcutChoices(withShortcuts({}, commandOf('canvas.add-process'), []));
  expect(isShortcut(press, false)).toBe(false);
});

test('a shortcut that another command has is a conflict, and taking it leaves the others', () => {
  expect(conflictsOf({}, sidebar, ['mod+y']).map(({ id }) => id)).toEqual(['edit.redo']);
  expect(conflictsOf({}, sidebar)).toEqual([]);
  const choices = withOnly({}, sidebar, 'mod+y');
  expect(choices).toEqual({ 'view.toggle-sidebar': ['mod+y'], 'edit.redo': ['mod+shift+z'] });
  expect(conflictsOf(choices, redo)).toEqual([]);
});

test('a file with unknown commands or duplicate keys is shown as it is', () => {
  const choices = { 'no.such-command': ['f8'], 'view.toggle-sidebar': ['mod+z'] };
  expect(conflictsOf(choices, undo).map(({ id }) => id)).toEqual(['view.toggle-sidebar']);
});
