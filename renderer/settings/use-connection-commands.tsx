import { useMantineColorScheme } from '@mantine/core';
import type { SpotlightActionGroupData } from '@mantine/spotlight';
import { Cable } from 'lucide-react';
import { useCommand } from '../kernel/commands/use-command.ts';
import {
  setSwitcherOpen,
  showSection,
  showSettings,
  useConnectionName,
  useConnections,
} from '../kernel/connection/connections.ts';
import { desktop } from '../kernel/desktop/desktop.ts';
import { useAnnouncements } from '../kernel/desktop/use-announcements.ts';
import { useTranslation } from '../locales/use-translation.tsx';
import { noteConnections, switchConnection } from './switch-connection.ts';

/** Keeps the list of connections up to date, and registers the commands for connections and settings. */
export const useConnectionCommands = (): void => {
  useAnnouncements(desktop.connections.list, noteConnections);
  useCommand('file.switch-connection', { run: () => setSwitcherOpen(true) });
  useCommand('file.settings', { run: () => showSection('connections') });
  useCommand('help.about', { run: () => showSection('about') });
  useCommand('file.connections', { run: () => showSection('connections') });
  useCommand('file.add-connection', { run: () => showSettings({ kind: 'form', id: null }) });
};

export const useAppearanceCommands = (): void => {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  useCommand('view.theme-light', {
    run: () => setColorScheme('light'),
    enabled: colorScheme !== 'light',
  });
  useCommand('view.theme-dark', {
    run: () => setColorScheme('dark'),
    enabled: colorScheme !== 'dark',
  });
  useCommand('view.theme-auto', {
    run: () => setColorScheme('auto'),
    enabled: colorScheme !== 'auto',
  });
};

/** Returns the other connections as command palette entries. */
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
