import { Button } from '@mantine/core';
import { useState, type KeyboardEvent } from 'react';
import type { Command } from '../kernel/commands/commands.ts';
import { refusalOf, shortcutOf } from '../kernel/commands/shortcut.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { isMac, Keys } from '../ui/keys.tsx';
import classes from './keyboard-section.module.css';

const modifiers = new Set(['Control', 'Shift', 'Alt', 'Meta', 'AltGraph', 'CapsLock']);

type KeyCaptureProps = {
  command: Command;
  /**
   * Returns the titles of other commands that already have the shortcut, or an empty text if no other
   * command has it.
   */
  takenBy: (shortcut: string) => string;
  onChosen: (shortcut: string) => void;
  onCancel: () => void;
};

type Pressed =
  | { kind: 'refused'; reason: 'unusable' | 'typing' | 'arrows' }
  | { kind: 'taken'; shortcut: string; titles: string };

/**
 * Takes the next pressed keys as the shortcut of a command. If another command has this shortcut, first
 * asks whether to take it from that command.
 */
export const KeyCapture = ({ command, takenBy, onChosen, onCancel }: KeyCaptureProps) => {
  const { t } = useTranslation('settings');
  const [pressed, setPressed] = useState<Pressed | null>(null);

  const take = (event: KeyboardEvent): void => {
    // Tab moves the focus, so it cannot be a shortcut. A modifier alone cannot be a shortcut either.
    if (event.key === 'Tab' || modifiers.has(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') return onCancel();
    const shortcut = shortcutOf(event.nativeEvent, isMac);
    if (shortcut === null) return setPressed({ kind: 'refused', reason: 'unusable' });
    const reason = refusalOf(shortcut, command.where);
    if (reason) return setPressed({ kind: 'refused', reason });
    const titles = takenBy(shortcut);
    if (titles !== '') return setPressed({ kind: 'taken', shortcut, titles });
    onChosen(shortcut);
  };

  return (
    <div className={classes.capture}>
      <button
        // Keeps Escape from the dialog, which would close. The button handles Escape itself.
        data-mantine-stop-propagation
        className={classes.field}
        onKeyDown={take}
        ref={focused}
        type="button"
      >
        {pressed?.kind === 'taken' ? <Keys shortcut={pressed.shortcut} /> : t('keyboard.press')}
      </button>
      <Button onClick={onCancel} size="xs" variant="default">
        {t('keyboard.cancel')}
      </Button>
      {pressed && (
        <div className={classes.refusal} role="alert">
          {pressed.kind === 'refused'
            ? t(`keyboard.${pressed.reason}`)
            : t('keyboard.taken', { commands: pressed.titles })}
          {pressed.kind === 'taken' && (
            <Button onClick={() => onChosen(pressed.shortcut)} size="xs">
              {t('keyboard.take')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
};

const focused = (button: HTMLButtonElement | null): void => button?.focus();
