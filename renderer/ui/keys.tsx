import { Kbd } from '@mantine/core';
import { useTranslation } from '../locales/use-translation.tsx';
import classes from './keys.module.css';

/** True on macOS. Used only for the modifier key (⌘ or Ctrl) and for the notation of shortcuts. */
export const isMac = navigator.platform.startsWith('Mac');

const macSigns: Record<string, string> = {
  mod: '⌘',
  shift: '⇧',
  alt: '⌥',
  delete: '⌦',
  backspace: '⌫',
};

/** Symbols for keys that are the same on every platform. */
const signs: Record<string, string> = {
  plus: '+',
  arrowup: '↑',
  arrowright: '→',
  arrowdown: '↓',
  arrowleft: '←',
};

const words = {
  mod: 'keys.ctrl',
  shift: 'keys.shift',
  alt: 'keys.alt',
  delete: 'keys.delete',
  backspace: 'keys.backspace',
  pageup: 'keys.pageUp',
  pagedown: 'keys.pageDown',
  home: 'keys.home',
  end: 'keys.end',
  insert: 'keys.insert',
} as const;

const isWord = (part: string): part is keyof typeof words => Object.hasOwn(words, part);

/** A shortcut in the notation of the platform, such as ⌘⇧Z on macOS and Ctrl Shift Z elsewhere. */
export const Keys = ({ shortcut }: { shortcut: string }) => {
  const { t } = useTranslation();
  const sign = (part: string): string => {
    if (isMac && macSigns[part]) return macSigns[part];
    if (isWord(part)) return t(words[part]);
    return signs[part] ?? part.toUpperCase();
  };
  return (
    <span className={classes.keys} dir="ltr">
      {shortcut.split('+').map((part) => (
        <Kbd key={part} className={classes.key}>
          {sign(part)}
        </Kbd>
      ))}
    </span>
  );
};
