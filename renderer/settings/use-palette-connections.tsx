import type { SpotlightActionGroupData } from '@mantine/spotlight';
import { Cable } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useConnectionName } from './connection-name.ts';
import { useConnections } from './connections.ts';
import { switchConnection } from './switch-connection.ts';

/** The connections that could be opened instead, for the command palette. */
export const usePaletteConnections = (): SpotlightActionGroupData[] => {
  const { t } = useTranslation('settings');
  const nameOf = useConnectionName();
  const list = useConnections((state) => state.list);
  const others = list?.connections.filter(({ id }) => id !== list.openId) ?? [];
  if (others.length === 0) return [];
  return [
    {
      group: t('palette'),
      actions: others.map((connection) => ({
        id: `connection-${connection.id}`,
        label: t('actions.open', { name: nameOf(connection) }),
        description: connection.baseUrl,
        leftSection: <Cable />,
        onClick: () => void switchConnection(connection.id),
      })),
    },
  ];
};
