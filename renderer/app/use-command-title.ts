import { useTranslation } from 'react-i18next';
import { commandOf, type CommandId } from './commands.ts';

/** What a command is called outside of its menu, where one of a submenu would say too little. */
export const useCommandTitle = (): ((id: CommandId) => string) => {
  const { t } = useTranslation('commands');
  return (id) => {
    const { submenu } = commandOf(id);
    if (!submenu) return t(id);
    return t('in-submenu', { submenu: t(`submenu.${submenu}`), command: t(id) });
  };
};
