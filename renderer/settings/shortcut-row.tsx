import { ActionIcon, Tooltip } from '@mantine/core';
import { Pencil, RotateCcw, TriangleAlert, X } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import type { Command } from '../kernel/commands/commands.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { Keys } from '../ui/keys.tsx';
import classes from './keyboard-section.module.css';

type ShortcutRowProps = {
  command: Command;
  title: string;
  shortcuts: readonly string[];
  isChanged: boolean;
  /** The titles of other commands with the same shortcuts, or `null` if there are none. */
  conflicts: string | null;
  onChange: () => void;
  onRemove: () => void;
  onReset: () => void;
  /**
   * The content that replaces the shown keys while the person chooses new ones, or `null` at other
   * times.
   */
  children: ReactNode | null;
};

export const ShortcutRow = (props: ShortcutRowProps) => {
  const { title, shortcuts, isChanged, conflicts, onChange, onRemove, onReset, children } = props;
  const { t } = useTranslation('settings');
  const change = useRef<HTMLButtonElement>(null);
  const isEdited = children !== null;
  const wasEdited = useRef(false);
  useEffect(() => {
    // After a change, focuses the button that started it, because the focused control of the change has
    // been removed.
    if (wasEdited.current && !isEdited) change.current?.focus();
    wasEdited.current = isEdited;
  }, [isEdited]);
  const actions = [
    ...(shortcuts.length > 0
      ? [{ label: t('keyboard.remove', { command: title }), icon: <X />, run: onRemove }]
      : []),
    ...(isChanged
      ? [{ label: t('keyboard.reset', { command: title }), icon: <RotateCcw />, run: onReset }]
      : []),
  ];
  const changeLabel = t('keyboard.change', { command: title });
  return (
    <li className={classes.row} data-changed={isChanged || undefined}>
      <span className={classes.name}>
        {title}
        {conflicts !== null && (
          <span className={classes.conflict}>
            <TriangleAlert aria-hidden size={12} /> {t('keyboard.shared', { commands: conflicts })}
          </span>
        )}
      </span>
      {children ?? (
        <>
          <span className={classes.keys}>
            {shortcuts.length === 0 && <span className={classes.none}>{t('keyboard.none')}</span>}
            {shortcuts.map((shortcut) => (
              <Keys key={shortcut} shortcut={shortcut} />
            ))}
          </span>
          <span className={classes.actions}>
            <Tooltip label={changeLabel}>
              <ActionIcon aria-label={changeLabel} onClick={onChange} ref={change} size="xs">
                <Pencil />
              </ActionIcon>
            </Tooltip>
            {actions.map(({ label, icon, run }) => (
              <Tooltip key={label} label={label}>
                <ActionIcon aria-label={label} onClick={run} size="xs">
                  {icon}
                </ActionIcon>
              </Tooltip>
            ))}
          </span>
        </>
      )}
    </li>
  );
};
