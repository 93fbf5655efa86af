import { create } from 'zustand';
import type { ConnectionList, ListedConnection } from '#shared/desktop/connections.ts';

/** The connections, as the main process last announced them; `null` until it has. */
export const useConnections = create<{ list: ConnectionList | null }>(() => ({ list: null }));

export const openConnectionOf = (list: ConnectionList): ListedConnection | undefined =>
  list.connections.find(({ id }) => id === list.openId);

/** What the dialog shows; a form without an id is for a new connection. */
export type SettingsView =
  | { kind: 'list' }
  | { kind: 'form'; id: string | null }
  | { kind: 'removal'; id: string };

export const useSettings = create<{ view: SettingsView | null; isSwitcherOpen: boolean }>(() => ({
  view: null,
  isSwitcherOpen: false,
}));

export const showSettings = (view: SettingsView): void => useSettings.setState({ view });
export const closeSettings = (): void => useSettings.setState({ view: null });
export const setSwitcherOpen = (isSwitcherOpen: boolean): void =>
  useSettings.setState({ isSwitcherOpen });
