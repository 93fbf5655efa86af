import { notifications } from '@mantine/notifications';
import { t } from 'i18next';
import { flushSync } from 'react-dom';
import { thisComputer, type ConnectionList } from '#shared/desktop/connections.ts';
import {
  closeSettings,
  leaveConnection,
  openConnectionOf,
  setSwitcherOpen,
  useConnections,
  useShownConnection,
} from '../kernel/connection/connections.ts';
import { useSyncStatus } from '../kernel/connection/sync-status.tsx';
import { desktop, queryClient } from '../kernel/desktop/desktop.ts';
import { showError } from '../kernel/desktop/errors.tsx';
import { inTurn } from '../kernel/desktop/in-turn.ts';
import { history } from '../kernel/workspace/location.ts';

let currentId: string | null = null;

const leave = (): void => {
  closeSettings();
  setSwitcherOpen(false);
  leaveConnection();
  // Unmounts the fields, which save their text when they are unmounted. So the text is stored before the
  // other connection opens.
  flushSync(() => useShownConnection.setState({ isSwitching: true }));
  // Hides all notifications, because their "Undo" buttons belong to the previous connection.
  notifications.clean();
};

const enter = async (): Promise<void> => {
  const { location } = await desktop.preferences.get();
  queryClient.clear();
  history.replace(location === '' ? '/' : location);
  useShownConnection.setState(({ visit }) => ({ visit: visit + 1, isSwitching: false }));
};

const noticeConnection = (list: ConnectionList): void => {
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
    currentId = useConnections.getState().list?.openId ?? null;
    showError(error);
  } finally {
    await enter();
  }
};

/** Opens another connection after all changes to the current one are stored. */
export const switchConnection = async (id: string): Promise<void> => {
  if (id === currentId) return;
  currentId = id;
  await moveTo(() => desktop.connections.open({ id }));
};

/**
 * Handles a new list of connections from the main process. If the open connection was removed, the main
 * process has already opened another one.
 */
export const noteConnections = (list: ConnectionList): void => {
  const before = useConnections.getState().list?.openId;
  useConnections.setState({ list });
  // Clears the sync status. It would become outdated, because there are no events about it while the
  // local copy cannot be used.
  if (list.problem) useSyncStatus.setState({ status: null });
  if (before !== undefined && before !== list.openId) noticeConnection(list);
  const isElsewhere = currentId !== null && currentId !== list.openId;
  currentId = list.openId;
  if (isElsewhere) void moveTo(() => Promise.resolve());
};
