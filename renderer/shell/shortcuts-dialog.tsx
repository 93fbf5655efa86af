import { Modal, TextInput } from '@mantine/core';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { commandList, menuIds } from '../kernel/commands/commands.ts';
import { useCommand, useCommandTitle } from '../kernel/commands/use-command.ts';
import { Keys } from '../ui/keys.tsx';
import classes from './shortcuts-dialog.module.css';

const pointerHints = ['duplicate', 'free', 'straight', 'cancel', 'pan', 'zoom'] as const;

/** The shortcuts of the command table by menu, searchable by name and by key. */
export const ShortcutsDialog = () => {
  const { t } = useTranslation();
  const { t: tCommand } = useTranslation('commands');
  const titleOf = useCommandTitle();
  const [isOpen, setIsOpen] = useState(false);
  const [query, setQuery] = useState('');
  useCommand('help.shortcuts', { run: () => setIsOpen(true) });
  const close = (): void => {
    setIsOpen(false);
    setQuery('');
  };
  const wanted = query.trim().toLocaleLowerCase();
  const found = commandList.filter(
    ({ id, shortcuts }) =>
      shortcuts.length > 0 &&
      [titleOf(id), ...shortcuts].some((text) => text.toLocaleLowerCase().includes(wanted)),
  );

  return (
    <Modal onClose={close} opened={isOpen} size={680} title={t('shortcuts.title')}>
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
      {found.length === 0 && <p className={classes.hint}>{t('palette.nothing')}</p>}
      {menuIds.map((menu) => {
        const rows = found.filter((command) => command.menu === menu);
        if (rows.length === 0) return null;
        return (
          <table className={classes.table} key={menu}>
            <caption className={classes.title}>{tCommand(`menu.${menu}`)}</caption>
            <tbody>
              {rows.map(({ id, shortcuts }) => (
                <tr key={id}>
                  <th scope="row">{titleOf(id)}</th>
                  <td>
                    <span className={classes.keys}>
                      {shortcuts.map((shortcut) => (
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
    </Modal>
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
