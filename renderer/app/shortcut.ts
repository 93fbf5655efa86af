import type { Where } from './commands.ts';

/** A shortcut of the command table, such as `mod+shift+z`, taken apart. */
type Shortcut = { key: string; mod: boolean; shift: boolean; alt: boolean };

export type Press = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'
>;

const parse = (shortcut: string): Shortcut => {
  const parts = shortcut.split('+');
  return {
    key: parts.at(-1) ?? '',
    mod: parts.includes('mod'),
    shift: parts.includes('shift'),
    alt: parts.includes('alt'),
  };
};

const isLatinLetter = (key: string): boolean => /^[a-z]$/i.test(key);

/**
 * The name of the pressed key. The place of the key stands in where its sign says nothing: with a
 * Cyrillic or Greek layout, and with Alt on macOS, which turns letters into other signs.
 */
const keyOf = ({ key, code }: Press): string => {
  if (key === '+') return 'plus';
  if (key.length === 1 && !isLatinLetter(key) && code.startsWith('Key')) {
    return code.slice('Key'.length).toLowerCase();
  }
  return key.toLowerCase();
};

export const matches = (shortcut: string, press: Press, isMac: boolean): boolean => {
  const { key, mod, shift, alt } = parse(shortcut);
  const pressed = keyOf(press);
  // Signs such as + and / need Shift on some layouts and not on others.
  const shiftMatters = pressed.length > 1 ? pressed !== 'plus' : /[a-z0-9]/.test(key);
  // Shift and a digit, whatever sign the layout makes of it.
  const isDigit = /^\d$/.test(key) && press.code === `Digit${key}`;
  return (
    (pressed === key || isDigit) &&
    (isMac ? press.metaKey : press.ctrlKey) === mod &&
    !(isMac ? press.ctrlKey : press.metaKey) &&
    press.altKey === alt &&
    (!shiftMatters || press.shiftKey === shift)
  );
};

/** Where the focus is when a key is pressed. */
export type Focus = { inDialog: boolean; inField: boolean; onCanvas: boolean };

const acts: Record<Where, (focus: Focus) => boolean> = {
  window: () => true,
  document: ({ inField }) => !inField,
  canvas: ({ inField, onCanvas }) => onCanvas && !inField,
};

/** Whether a command's keys act there; a dialog keeps all keys to itself. */
export const applies = (where: Where, focus: Focus): boolean =>
  !focus.inDialog && acts[where](focus);

const textInputs =
  'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable=true]';

export const focusOf = (target: EventTarget | null): Focus => {
  if (!(target instanceof Element)) return { inDialog: false, inField: false, onCanvas: true };
  return {
    inDialog: target.closest('[role=dialog], [role=alertdialog], [role=menu]') !== null,
    inField: target.closest(textInputs) !== null,
    onCanvas: target === document.body || target.closest('[data-keys=canvas]') !== null,
  };
};

const electronKeys: Record<string, string> = {
  mod: 'CommandOrControl',
  plus: 'Plus',
  f2: 'F2',
  arrowup: 'Up',
  arrowright: 'Right',
  arrowdown: 'Down',
  arrowleft: 'Left',
  pageup: 'PageUp',
  pagedown: 'PageDown',
};

/** The same shortcut as Electron writes accelerators. */
export const acceleratorOf = (shortcut: string): string =>
  shortcut
    .split('+')
    .map((part) => electronKeys[part] ?? part.charAt(0).toUpperCase() + part.slice(1))
    .join('+');
