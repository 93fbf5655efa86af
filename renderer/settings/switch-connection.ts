import { notifications } from '@mantine/notifications';
import { t } from 'i18next';
import { flushSync } from 'react-dom';
import { thisComputer, type ConnectionList } from '#shared/desktop/connections.ts';
import { desktop } from '../app/desktop.ts';
import { history } from '../app/history.ts';
import { inTurn } from '../app/in-turn.ts';
import { queryClient } from '../app/query-client.ts';
import { showError } from '../app/show-error.tsx';
import { useShownConnection } from '../app/shown-connection.ts';
import { useImportQueue } from '../exports/import-queue.ts';
import { closeConflict } from '../sync/conflict-choices.ts';
import { useSyncPanel } from '../sync/sync-panel-state.ts';
import { useSyncStatus } from '../sync/sync-status.ts';
import { closeSettings, openConnectionOf, setSwitcherOpen, useConnections } from './connections.ts';

let shownId: string | null = null;

const leave = (): void => {
  closeSettings();
  setSwitcherOpen(false);
  // They are about what was left, and the native menu leads away from under them.
  closeConflict();
  useSyncPanel.setState({ isOpen: false, settling: null });
  // What is being typed is saved when its field goes, and stored before the switch.
  flushSync(() => useShownConnection.setState({ isSwitching: true }));
  // "Undo" in a message is about what was left.
  notifications.clean();
  useImportQueue.setState({ waiting: [] });
};

const arrive = async (): Promise<void> => {
  const { location } = await desktop.preferences.get();
  queryClient.clear();
  history.replace(location === '' ? '/' : location);
  useShownConnection.setState(({ visit }) => ({ visit: visit + 1, isSwitching: false }));
};

const sayWhere = (list: ConnectionList): void => {
  const open = openConnectionOf(list);
  if (!open) return;
  const name = open.id === thisComputer.id ? t('this-computer', { ns: 'settings' }) : open.name;
  notifications.show({ autoClose: 3000, message: t('opened', { ns: 'settings', name }) });
};

const moveTo = async (open: () => Promise<unknown>): Promise<void> => {
  leave();
  try {
    await inTurn(open);
  } catch (error) {
    shownId = useConnections.getState().list?.openId ?? null;
    showError(error);
  } finally {
    await arrive();
  }
};

/** Opens another connection, when everything done on this one is stored. */
export const switchConnection = async (id: string): Promise<void> => {
  if (id === shownId) return;
  shownId = id;
  await moveTo(() => desktop.connections.open({ id }));
};

/** Takes what the main process announces; it may have left a connection that was removed. */
export const noteConnections = (list: ConnectionList): void => {
  const before = useConnections.getState().list?.openId;
  useConnections.setState({ list });
  // Nothing announces it while the copy of the connection cannot be used.
  if (list.problem) useSyncStatus.setState({ status: null });
  if (before !== undefined && before !== list.openId) sayWhere(list);
  const isElsewhere = shownId !== null && shownId !== list.openId;
  shownId = list.openId;
  if (isElsewhere) void moveTo(() => Promise.resolve());
};
