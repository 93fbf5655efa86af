import { Modal } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Keys } from '../ui/keys.tsx';
import { commandList, menuIds } from './commands.ts';
import { useCommandTitle } from './use-command-title.ts';
import { useCommand } from './use-command.ts';
import classes from './shortcuts-dialog.module.css';

/** The keys of the command table, by menu. */
export const ShortcutsDialog = () => {
  const { t } = useTranslation();
  const { t: tCommand } = useTranslation('commands');
  const titleOf = useCommandTitle();
  const [isOpen, setIsOpen] = useState(false);
  useCommand('help.shortcuts', { run: () => setIsOpen(true) });

  return (
    <Modal onClose={() => setIsOpen(false)} opened={isOpen} size={680} title={t('shortcuts.title')}>
      <p className={classes.hint}>{t('shortcuts.hint')}</p>
      <p className={classes.hint}>{t('shortcuts.pointer')}</p>
      <div className={classes.groups}>
        {menuIds.map((menu) => (
          <section className={classes.group} key={menu}>
            <h3 className={classes.title}>{tCommand(`menu.${menu}`)}</h3>
            {commandList
              .filter((command) => command.menu === menu && command.shortcuts.length > 0)
              .map(({ id, shortcuts }) => (
                <div className={classes.row} key={id}>
                  <span>{titleOf(id)}</span>
                  <span className={classes.keys}>
                    {shortcuts.map((shortcut) => (
                      <Keys key={shortcut} shortcut={shortcut} />
                    ))}
                  </span>
                </div>
              ))}
          </section>
        ))}
      </div>
    </Modal>
  );
};
