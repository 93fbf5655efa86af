import { Button, Checkbox, TextInput } from '@mantine/core';
import { Search } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { commandList, type Command } from '../kernel/commands/commands.ts';
import {
  applyShortcutChoices,
  conflictsOf,
  isChanged,
  useShortcutsOf,
  withOnly,
  withShortcuts,
  type ShortcutChoices,
} from '../kernel/commands/shortcut-choices.ts';
import { useCommandTitle } from '../kernel/commands/use-command.ts';
import { savePreferences } from '../kernel/desktop/preferences.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { KeyCapture } from './key-capture.tsx';
import { ShortcutRow } from './shortcut-row.tsx';
import classes from './keyboard-section.module.css';

/**
 * Applies all choices and saves them as a whole, so that a choice that is no longer among them also
 * disappears from the saved preferences.
 */
const choose = (choices: ShortcutChoices): void => {
  applyShortcutChoices(choices);
  savePreferences({
    shortcuts: Object.fromEntries(Object.entries(choices).map(([id, keys]) => [id, [...keys]])),
  });
};

/** The command table with its shortcuts, which can be searched and changed. */
export const KeyboardSection = () => {
  const { t } = useTranslation('settings');
  const titleOf = useCommandTitle();
  const { choices, shortcutsOf } = useShortcutsOf();
  const [query, setQuery] = useState('');
  const [changedOnly, setChangedOnly] = useState(false);
  const [edited, setEdited] = useState<Command | null>(null);
  const [message, setMessage] = useState<ReactNode>(null);

  const wanted = query.trim().toLocaleLowerCase();
  const found = commandList.filter(
    (command) =>
      (!changedOnly || isChanged(choices, command.id)) &&
      [titleOf(command.id), ...shortcutsOf(command)].some((text) =>
        text.toLocaleLowerCase().includes(wanted),
      ),
  );

  const changed = (next: ShortcutChoices, text: ReactNode): void => {
    choose(next);
    setEdited(null);
    setMessage(text);
  };
  const resetAll = (): void => {
    const before = choices;
    changed(
      {},
      <>
        {t('keyboard.reset-done')}{' '}
        <Button onClick={() => changed(before, null)} size="xs" variant="default">
          {t('keyboard.undo')}
        </Button>
      </>,
    );
  };
  const titlesOf = (commands: readonly Command[]): string =>
    commands.map(({ id }) => `“${titleOf(id)}”`).join(', ');

  return (
    <>
      <p className={classes.explain}>{t('keyboard.explain')}</p>
      <div className={classes.tools}>
        <TextInput
          aria-label={t('keyboard.search')}
          className={classes.search}
          leftSection={<Search size={14} />}
          onChange={({ currentTarget }) => setQuery(currentTarget.value)}
          placeholder={t('keyboard.search')}
          type="search"
          value={query}
        />
        <Checkbox
          checked={changedOnly}
          label={t('keyboard.changed-only')}
          onChange={({ currentTarget }) => setChangedOnly(currentTarget.checked)}
        />
        <Button disabled={Object.keys(choices).length === 0} onClick={resetAll} variant="default">
          {t('keyboard.reset-all')}
        </Button>
      </div>
      <output className={classes.said}>{message}</output>
      {found.length === 0 && <p className={classes.explain}>{t('keyboard.nothing')}</p>}
      <ul aria-label={t('keyboard.list')} className={classes.rows}>
        {found.map((command) => {
          const title = titleOf(command.id);
          const conflicts = conflictsOf(choices, command);
          return (
            <ShortcutRow
              command={command}
              conflicts={conflicts.length > 0 ? titlesOf(conflicts) : null}
              isChanged={isChanged(choices, command.id)}
              key={command.id}
              onChange={() => {
                setMessage(null);
                setEdited(command);
              }}
              onRemove={() =>
                changed(
                  withShortcuts(choices, command, []),
                  t('keyboard.saved-none', { command: title }),
                )
              }
              onReset={() =>
                changed(
                  withShortcuts(choices, command, command.shortcuts),
                  t('keyboard.saved-reset', { command: title }),
                )
              }
              shortcuts={shortcutsOf(command)}
              title={title}
            >
              {edited?.id !== command.id ? null : (
                <KeyCapture
                  command={command}
                  onCancel={() => setEdited(null)}
                  onChosen={(shortcut) =>
                    changed(
                      withOnly(choices, command, shortcut),
                      t('keyboard.saved', { command: title }),
                    )
                  }
                  takenBy={(shortcut) => titlesOf(conflictsOf(choices, command, [shortcut]))}
                />
              )}
            </ShortcutRow>
          );
        })}
      </ul>
    </>
  );
};
