import { useTranslation } from 'react-i18next';
import { thisComputer, type ListedConnection } from '#shared/desktop/connections.ts';

/** The names that a person gave, and ours for the one that is always there. */
export const useConnectionName = (): ((
  connection: Pick<ListedConnection, 'id' | 'name'>,
) => string) => {
  const { t } = useTranslation('settings');
  return ({ id, name }) => (id === thisComputer.id ? t('this-computer') : name);
};
