import { EventPublisher } from '@orpc/server';
import type { ConnectionList } from '#shared/desktop/connections.ts';
import type { RecordNews, SyncStatus } from '#shared/desktop/contract.ts';

/** What the main process announces to the window, by name. */
export type News = {
  records: RecordNews;
  syncStatus: SyncStatus;
  connections: ConnectionList;
  command: { command: string };
  arrival: { handle: string };
};

export const createNews = () => new EventPublisher<News>({ maxBufferedEvents: 1000 });
export type NewsPublisher = ReturnType<typeof createNews>;
