import { Button, Modal, TextInput } from '@mantine/core';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { commandList, menuIds } from '../kernel/commands/commands.ts';
import { useShortcutsOf } from '../kernel/commands/shortcut-choices.ts';
import { useCommand, useCommandTitle } from '../kernel/commands/use-command.ts';
import { showSection } from '../kernel/connection/connections.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { Keys } from '../ui/keys.tsx';
import classes from './shortcuts-dialog.module.css';

const pointerHints = ['duplicate', 'free', 'straight', 'cancel', 'pan', 'zoom'] as const;

/** The shortcuts of all commands, grouped by menu. The person can search for a command or for a key. */
export const ShortcutsDialog = () => {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  useCommand('help.shortcuts', { run: () => setIsOpen(true) });
  const close = (): void => setIsOpen(false);
  return (
    <Modal onClose={close} opened={isOpen} size={680} title={t('shortcuts.title')}>
      <Shortcuts close={close} />
    </Modal>
  );
};

const Shortcuts = ({ close }: { close: () => void }) => {
  const { t } = useTranslation();
  const { t: tCommand } = useTranslation('commands');
  const titleOf = useCommandTitle();
  const { shortcutsOf } = useShortcutsOf();
  const [query, setQuery] = useState('');
  const wanted = query.trim().toLocaleLowerCase();
  const found = commandList.filter(
    (command) =>
      shortcutsOf(command).length > 0 &&
      [titleOf(command.id), ...shortcutsOf(command)].some((text) =>
        text.toLocaleLowerCase().includes(wanted),
      ),
  );

  return (
    <>
      <TextInput
        aria-label={t('shortcuts.search')}
        className={classes.search}
        data-autofocus
        leftSection={<Search size={14} />}
        onChange={(event) => setQuery(event.currentTarget.value)}
        placeholder={t('shortcuts.search')}
        type="search"
        value={query}
      />
      {query === '' && <Hints />}
      <Button
        className={classes.change}
        onClick={() => {
          close();
          showSection('keyboard');
        }}
        size="xs"
        variant="default"
      >
        {t('shortcuts.change')}
      </Button>
      {found.length === 0 && <p className={classes.hint}>{t('palette.nothing')}</p>}
      {menuIds.map((menu) => {
        const rows = found.filter((command) => command.menu === menu);
        if (rows.length === 0) return null;
        return (
          <table className={classes.table} key={menu}>
            <caption className={classes.title}>{tCommand(`menu.${menu}`)}</caption>
            <tbody>
              {rows.map((command) => (
                <tr key={command.id}>
                  <th scope="row">{titleOf(command.id)}</th>
                  <td>
                    <span className={classes.keys}>
                      {shortcutsOf(command).map((shortcut) => (
                        <Keys key={shortcut} shortcut={shortcut} />
                      ))}
                    </span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        );
      })}
    </>
  );
};

/** The keys and pointer gestures that belong to no single command. */
const Hints = () => {
  const { t } = useTranslation();
  return (
    <>
      <p className={classes.hint}>{t('shortcuts.hint')}</p>
      <ul className={classes.pointer}>
        {pointerHints.map((hint) => (
          <li key={hint}>{t(`shortcuts.pointer.${hint}`)}</li>
        ))}
      </ul>
    </>
  );
};
