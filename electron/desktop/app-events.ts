import { EventPublisher } from '@orpc/server';
import type { ExtensionsState } from '#shared/codex/codex-extensions.ts';
import type { ConnectionList } from '#shared/desktop/connections.ts';
import type { RecordsChanged, SyncStatus } from '#shared/desktop/contract.ts';
import type { Renumbered } from '#shared/desktop/sync.ts';
import type { UpdateState } from '#shared/desktop/updates.ts';

/** The events that the main process publishes to the window, by name. */
export type AppEvents = {
  records: RecordsChanged;
  syncStatus: SyncStatus;
  extensions: ExtensionsState;
  renumbered: Renumbered;
  connections: ConnectionList;
  updates: UpdateState;
  command: { command: string };
  fileOpened: { handle: string };
};

export const createEventPublisher = () =>
  new EventPublisher<AppEvents>({ maxBufferedEvents: 1000 });
export type AppEventPublisher = ReturnType<typeof createEventPublisher>;
