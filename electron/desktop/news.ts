import { EventPublisher } from '@orpc/server';
import type { SyncStatus } from '#shared/desktop/contract.ts';
import type { RecordKind } from '#shared/desktop/records.ts';

/** What the main process announces to the window, by name. */
export type News = {
  records: { kinds: RecordKind[] };
  syncStatus: SyncStatus;
  command: { command: string };
  arrival: { handle: string };
};

export const createNews = () => new EventPublisher<News>({ maxBufferedEvents: 1000 });
export type NewsPublisher = ReturnType<typeof createNews>;
