import { expect, test } from 'vitest';
import { commandList } from './commands.ts';
import {
  acceleratorOf,
  applies,
  matches,
  refusalOf,
  shortcutOf,
  type Focus,
  type Press,
} from './shortcut.ts';

const press = (key: string, more: Partial<Press> = {}): Press => ({
  key,
  code: /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : '',
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...more,
});

test.each([
  ['mod+z', press('z', { ctrlKey: true }), true],
  ['mod+z', press('Z', { ctrlKey: true, shiftKey: true }), false],
  ['mod+shift+z', press('Z', { ctrlKey: true, shiftKey: true }), true],
  ['mod+z', press('z', { metaKey: true }), false],
  ['p', press('p'), true],
  ['p', press('P', { shiftKey: true }), false],
  ['p', press('p', { ctrlKey: true }), false],
  ['mod+plus', press('+', { ctrlKey: true, shiftKey: true }), true],
  ['mod+plus', press('+', { ctrlKey: true }), true],
  ['mod+/', press('/', { ctrlKey: true, shiftKey: true }), true],
  ['shift+2', press('@', { code: 'Digit2', shiftKey: true }), true],
  ['shift+2', press('2', { code: 'Digit2', shiftKey: true }), true],
  ['shift+2', press('2', { code: 'Digit2' }), false],
  ['mod+/', press('/', { code: 'Digit7', ctrlKey: true, shiftKey: true }), true],
  ['f2', press('F2'), true],
  ['mod+arrowup', press('ArrowUp', { ctrlKey: true }), true],
  ['pageup', press('PageUp', { shiftKey: true }), false],
  ['mod+.', press('.', { ctrlKey: true }), true],
  ['delete', press('Delete'), true],
  ['delete', press('Delete', { shiftKey: true }), false],
])('%s, pressed as %o: %s', (shortcut, pressed, expected) => {
  expect(matches(shortcut, pressed, false)).toBe(expected);
});

test('⌘ on macOS, where Ctrl is a different key', () => {
  expect(matches('mod+k', press('k', { metaKey: true }), true)).toBe(true);
  expect(matches('mod+k', press('k', { ctrlKey: true }), true)).toBe(false);
});

test('with a Cyrillic layout, and with Alt on macOS, keys are named by their position', () => {
  expect(matches('mod+z', press('я', { code: 'KeyZ', ctrlKey: true }), false)).toBe(true);
  expect(
    matches('mod+alt+b', press('∫', { code: 'KeyB', metaKey: true, altKey: true }), true),
  ).toBe(true);
});

const nowhere: Focus = { inDialog: false, inField: false, onCanvas: true };

test('a text field keeps its own undo, and letters are typed', () => {
  const inField = { ...nowhere, onCanvas: false, inField: true };
  expect(applies('window', inField)).toBe(true);
  expect(applies('document', inField)).toBe(false);
  expect(applies('canvas', { ...inField, onCanvas: true })).toBe(false);
});

test('letters draw only while the canvas has the focus', () => {
  expect(applies('canvas', nowhere)).toBe(true);
  expect(applies('canvas', { ...nowhere, onCanvas: false })).toBe(false);
});

test('a dialog keeps all keys to itself', () => {
  for (const where of ['window', 'document', 'canvas'] as const) {
    expect(applies(where, { ...nowhere, inDialog: true })).toBe(false);
  }
});

test('accelerators have Electron’s format', () => {
  const shortcuts = [
    'mod+arrowup',
    'shift+pagedown',
    'mod+shift+z',
    'mod+plus',
    'f2',
    'p',
    'delete',
  ];
  expect(shortcuts.map(acceleratorOf)).toEqual([
    'CommandOrControl+Up',
    'Shift+PageDown',
    'CommandOrControl+Shift+Z',
    'CommandOrControl+Plus',
    'F2',
    'P',
    'Delete',
  ]);
});

test('no two commands have the same keys', () => {
  const shortcuts = commandList.flatMap((command) => command.shortcuts);
  expect(new Set(shortcuts).size).toBe(shortcuts.length);
});

test.each([
  [press('k', { ctrlKey: true }), 'mod+k'],
  [press('K', { ctrlKey: true, shiftKey: true, altKey: true }), 'mod+alt+shift+k'],
  [press('@', { code: 'Digit2', shiftKey: true }), 'shift+2'],
  [press('/', { code: 'Digit7', ctrlKey: true, shiftKey: true }), 'mod+/'],
  [press('+', { ctrlKey: true, shiftKey: true }), 'mod+plus'],
  [press('F5'), 'f5'],
  [press('я', { code: 'KeyZ', ctrlKey: true }), 'mod+z'],
])('%o is chosen as %s, and works afterwards', (pressed, shortcut) => {
  expect(shortcutOf(pressed, false)).toBe(shortcut);
  expect(matches(shortcut, pressed, false)).toBe(true);
});

test('keys that no command can have are rejected', () => {
  const pressed = [press('k', { metaKey: true }), press('Enter'), press('ß', { code: 'Minus' })];
  expect(pressed.map((each) => shortcutOf(each, false))).toEqual([null, null, null]);
});

test('no shortcut uses a key needed for typing or navigation', () => {
  expect(refusalOf('p', 'canvas')).toBeNull();
  expect(refusalOf('p', 'window')).toBe('typing');
  expect(refusalOf('shift+p', 'document')).toBe('typing');
  expect(refusalOf('mod+c', 'window')).toBe('typing');
  expect(refusalOf('f9', 'window')).toBeNull();
  expect(refusalOf('mod+shift+9', 'window')).toBeNull();
  expect(refusalOf('shift+arrowup', 'canvas')).toBe('arrows');
  const refused = commandList.flatMap(({ id, shortcuts, where }) =>
    shortcuts.filter((each) => refusalOf(each, where) !== null).map((each) => `${id}: ${each}`),
  );
  expect(refused).toEqual([]);
});
