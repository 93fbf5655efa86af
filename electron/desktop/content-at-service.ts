import { z } from 'zod';
import type { ModelContent } from '#shared/otm/content.ts';
import type { SyncClient } from '../connection/api-client.ts';
import type { Store } from '../store/store.ts';
import type { SyncEngine } from '../sync/engine.ts';
import { readInThread } from './read-in-thread.ts';
import { contentRead } from './reader-job.ts';

type Dependencies = {
  store: Store;
  sync: Pick<SyncEngine, 'flush' | 'status'>;
  client: SyncClient;
  readerEntry: string;
};

/**
 * Sends the pending changes, so that the service has what the person sees. If nothing is pending, this does
 * not wait for sync, because it might have to wait for a pass that only reads, such as the one after an
 * import.
 */
export const sendPending = async ({
  store,
  sync,
}: Pick<Dependencies, 'store' | 'sync'>): Promise<void> => {
  const isSent = store.outbox.counts().changes === 0 && sync.status().hold === null;
  if (!isSent) await sync.flush();
};

/**
 * Returns a function that returns a threat model as the service has it, with data of imported files that the
 * store lacks. It returns `null` if the service cannot be reached, or does not have everything that the
 * person sees.
 */
export const createContentAtService = ({ store, sync, client, readerEntry }: Dependencies) => {
  const isUpToDate = (): boolean =>
    store.outbox.counts().changes === 0 && store.conflicts.count() === 0;

  return async (modelId: string, signal: AbortSignal): Promise<ModelContent | null> => {
    // The export does not wait for a service that did not answer before.
    if (sync.status().state === 'offline') return null;
    try {
      await sendPending({ store, sync });
      const id = store.idMap.serviceId('threatModel', modelId);
      if (id === null || !isUpToDate()) return null;
      const asText = { signal, context: { isText: true } };
      const text = z.string().parse(await client.threatModels.exportOtm({ id }, asText));
      const bytes = new TextEncoder().encode(text);
      const job = { bytes, name: 'model.otm', wanted: 'content' } as const;
      const read = contentRead.parse(await readInThread(readerEntry, job, signal));
      return read.ok ? read.content : null;
    } catch {
      // The export goes on with the local copy, unless the person has canceled it.
      signal.throwIfAborted();
      return null;
    }
  };
};
