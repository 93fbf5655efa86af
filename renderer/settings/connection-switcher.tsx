import { Menu, UnstyledButton } from '@mantine/core';
import { Check, ChevronDown, Plus, Settings2 } from 'lucide-react';
import type { ListedConnection } from '#shared/desktop/connections.ts';
import {
  openConnectionOf,
  setSwitcherOpen,
  showSection,
  showSettings,
  useConnectionName,
  useConnections,
  useSettings,
} from '../kernel/connection/connections.ts';
import { SyncDot, useSyncStatus } from '../kernel/connection/sync-status.tsx';
import { useTranslation } from '../locales/use-translation.tsx';
import { switchConnection } from './switch-connection.ts';
import classes from './connection-switcher.module.css';

/** Shows the open connection, with a menu of all connections. */
export const ConnectionSwitcher = () => {
  const { t } = useTranslation('settings');
  const nameOf = useConnectionName();
  const list = useConnections((state) => state.list);
  const isOpened = useSettings((state) => state.isSwitcherOpen);
  const open = list && openConnectionOf(list);
  if (!list || !open) return null;
  return (
    <Menu
      onChange={setSwitcherOpen}
      opened={isOpened}
      position="bottom-start"
      transitionProps={{ duration: 0 }}
      width={280}
    >
      <Menu.Target>
        <UnstyledButton aria-label={t('switch', { name: nameOf(open) })} className={classes.button}>
          <span className={classes.name} dir="auto">
            {nameOf(open)}
          </span>
          <ChevronDown aria-hidden size={14} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown aria-label={t('title')}>
        <Menu.RadioGroup onChange={(id: string) => void switchConnection(id)} value={list.openId}>
          {list.connections.map((connection) => (
            <Menu.RadioItem
              checkIcon={<Check aria-hidden size={14} />}
              closeMenuOnClick
              key={connection.id}
              rightSection={
                <ConnectionDot connection={connection} isOpen={connection.id === list.openId} />
              }
              value={connection.id}
            >
              <div className={classes.entry} dir="auto">
                {nameOf(connection)}
              </div>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<Plus />} onClick={() => showSettings({ kind: 'form', id: null })}>
          {t('add')}
        </Menu.Item>
        <Menu.Item leftSection={<Settings2 />} onClick={() => showSection('connections')}>
          {t('manage')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};

type ConnectionDotProps = { connection: ListedConnection; isOpen: boolean };

/**
 * Shows the status of a connection as a dot beside its name. For the open connection, this is the sync
 * status.
 */
export const ConnectionDot = ({ connection, isOpen }: ConnectionDotProps) => {
  const status = useSyncStatus((sync) => sync.status);
  if (isOpen && status) return <SyncDot state={status.state} />;
  const state = connection.secret === 'missing' ? 'signedOut' : isOpen ? 'open' : 'closed';
  return <span aria-hidden className={classes.dot} data-state={state} />;
};
