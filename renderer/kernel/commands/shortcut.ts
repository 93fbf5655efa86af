import type { Where } from './commands.ts';

/** A parsed shortcut of the command table, such as `mod+shift+z`. */
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
 * Returns the name of the pressed key. If a letter key gives a character that is not a Latin letter, the
 * name is that of the same key on a US keyboard. Such characters come from Cyrillic and Greek layouts,
 * and from macOS while Alt is held.
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
  // Characters such as + and / need Shift on some layouts but not on others, so Shift is ignored for
  // them.
  const shiftMatters = pressed.length > 1 ? pressed !== 'plus' : /[a-z0-9]/.test(key);
  // With Shift, the character of a digit key depends on the layout, so `code`, which is the position of
  // the key, identifies the digit.
  const isDigit = /^\d$/.test(key) && press.code === `Digit${key}`;
  return (
    (pressed === key || isDigit) &&
    (isMac ? press.metaKey : press.ctrlKey) === mod &&
    !(isMac ? press.ctrlKey : press.metaKey) &&
    press.altKey === alt &&
    (!shiftMatters || press.shiftKey === shift)
  );
};

const usableKeys =
  /^(?:[a-z0-9[\]\\;',./`=-]|f(?:[1-9]|1\d)|arrow(?:up|down|left|right)|page(?:up|down)|home|end|insert|delete|backspace|plus)$/;

/**
 * Returns the pressed keys as a shortcut in the format of the command table. Returns `null` for a
 * modifier alone and for keys that no command can have.
 */
export const shortcutOf = (press: Press, isMac: boolean): string | null => {
  if (isMac ? press.ctrlKey : press.metaKey) return null;
  const named = keyOf(press);
  // With Shift, the character of a digit key depends on the layout, so `code`, which is the position of
  // the key, identifies the digit.
  const key = usableKeys.test(named) ? named : (/^Digit(\d)$/.exec(press.code)?.[1] ?? named);
  if (!usableKeys.test(key)) return null;
  const shiftMatters = key.length > 1 ? key !== 'plus' : /[a-z0-9]/.test(key);
  const modifiers = [
    (isMac ? press.metaKey : press.ctrlKey) && 'mod',
    press.altKey && 'alt',
    shiftMatters && press.shiftKey && 'shift',
  ];
  return [...modifiers.filter((each) => each !== false), key].join('+');
};

/** Shortcuts that text fields need for editing. */
const ofTextFields = new Set(
  ['a', 'c', 'v', 'x', 'z', 'y', 'shift+z', 'backspace', 'delete', 'home', 'end'].flatMap((key) => [
    key,
    `mod+${key}`,
  ]),
);

/** Returns the reason why a command cannot have a shortcut, or `null` if the command can have it. */
export const refusalOf = (shortcut: string, where: Where): 'typing' | 'arrows' | null => {
  const { key, mod, alt } = parse(shortcut);
  const isFunctionKey = /^f\d/.test(key);
  if (where === 'canvas') return key.startsWith('arrow') && !mod ? 'arrows' : null;
  if (where === 'window' && ofTextFields.has(shortcut)) return 'typing';
  return mod || alt || isFunctionKey ? null : 'typing';
};

/** The position of the focus when a key is pressed. */
export type Focus = { inDialog: boolean; inField: boolean; onCanvas: boolean };

const acts: Record<Where, (focus: Focus) => boolean> = {
  window: () => true,
  document: ({ inField }) => !inField,
  canvas: ({ inField, onCanvas }) => onCanvas && !inField,
};

/**
 * Tells if the shortcuts of a command work at this focus. No shortcut works in a dialog or a menu,
 * because dialogs and menus handle all keys themselves.
 */
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

/** Returns a shortcut in Electron's accelerator format. */
export const acceleratorOf = (shortcut: string): string =>
  shortcut
    .split('+')
    .map((part) => electronKeys[part] ?? part.charAt(0).toUpperCase() + part.slice(1))
    .join('+');
