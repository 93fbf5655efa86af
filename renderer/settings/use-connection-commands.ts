import { desktop } from '../app/desktop.ts';
import { useAnnouncements } from '../app/use-announcements.ts';
import { useCommand } from '../app/use-command.ts';
import { setSwitcherOpen, showSettings } from './connections.ts';
import { noteConnections } from './switch-connection.ts';

/** Keeps the connections up to date, and gives their commands their actions. */
export const useConnectionCommands = (): void => {
  useAnnouncements(desktop.connections.list, noteConnections);
  useCommand('file.switch-connection', { run: () => setSwitcherOpen(true) });
  useCommand('file.connections', { run: () => showSettings({ kind: 'list' }) });
  useCommand('file.add-connection', { run: () => showSettings({ kind: 'form', id: null }) });
};
