import type { SyncStatus } from '#shared/desktop/contract.ts';
import type { RecordKind } from '#shared/desktop/records.ts';
import { createApiClient } from '../connection/api-client.ts';
import { createConnectionFetch } from '../connection/connection-fetch.ts';
import type { Way } from '../connection/way.ts';
import type { FileHandles } from '../shell/file-handles.ts';
import { createStore, type Store } from '../store/store.ts';
import { createSyncEngine } from '../sync/engine.ts';
import { createFileExport, type FileType } from './file-export.ts';
import { createHistoryKeeper } from './history-keeper.ts';
import type { NewsPublisher } from './news.ts';
import { createOtmImport } from './otm-import.ts';
import { createVersionReader } from './read-version.ts';
import { createSample } from './sample.ts';

/** What every session uses alike. */
export type SessionParts = {
  news: NewsPublisher;
  log: (message: string, details: Record<string, unknown>) => void;
  /** Of files to read, and apart from them of those to write: what was given is never written to. */
  imported: FileHandles;
  exported: FileHandles;
  chooseFile: () => Promise<string | null>;
  choosePath: (fileName: string, type: FileType) => Promise<string | null>;
  showInFolder: (path: string) => void;
  readerEntry: string;
  sampleFile: string;
};

/** For answers that are on their way when a connection is closed. */
const graceMs = 2000;

type Place = { id: string; storePath: string; way: Way };

/**
 * All that works on one connection, made and closed together: its store, the client of its service,
 * the sync between the two. What it announces after it was closed is not passed on.
 */
export const createSession = ({ id, storePath, way }: Place, parts: SessionParts) => {
  const store = createStore({ path: storePath });
  try {
    return sessionOn(store, { id, way }, parts);
  } catch (error) {
    store.close();
    throw error;
  }
};

const sessionOn = (store: Store, { id, way }: Omit<Place, 'storePath'>, parts: SessionParts) => {
  const { news, log } = parts;
  const closing = new AbortController();
  const abandoned = new AbortController();
  const announce = <Word>(publish: (word: Word) => void) => {
    return (word: Word): void => {
      if (!closing.signal.aborted) publish(word);
    };
  };
  const { baseUrl, credentials } = way;
  const client = createApiClient(
    baseUrl,
    createConnectionFetch({
      baseUrl,
      credentials,
      fetch: async (request) => {
        closing.signal.throwIfAborted();
        const signal = AbortSignal.any([request.signal, abandoned.signal]);
        return await way.fetch(new Request(request, { signal }));
      },
    }),
  );
  const sync = createSyncEngine({
    store,
    client,
    connectionName: way.name,
    changed: announce<RecordKind[]>((kinds) => news.publish('records', { kinds, origin: 'sync' })),
    announce: announce<SyncStatus>((status) => news.publish('syncStatus', status)),
    log,
  });
  // Where not even this can be read, the store is of no use.
  sync.status();
  const sample = createSample({ store, sync, client, file: parts.sampleFile });
  void way.userId().then(
    announce((userId) => userId !== null && store.preferences.learnUserId(userId)),
    () => undefined,
  );

  const otmImport = createOtmImport({ ...parts, store, sync, client, files: parts.imported });
  const historyKeeper = createHistoryKeeper(store.versions, () =>
    news.publish('records', { kinds: ['canvas'], origin: 'person' }),
  );

  return {
    id,
    store,
    sync,
    sample,
    otmImport,
    historyKeeper,
    readVersion: createVersionReader({ store, otmImport }),
    fileExport: createFileExport({ ...parts, store, sync, client, files: parts.exported }),
    /** Settles when what the very first start opens is there; later it is over at once. */
    firstStart: way.startsWithSample
      ? sample
          .addOnFirstStart()
          .catch((error: unknown) => log('sample not added', { reason: String(error) }))
      : Promise.resolve(),

    /** No request leaves any more; the store is closed when sync has put down what it was at. */
    close: async (): Promise<void> => {
      closing.abort(new Error('The connection was closed'));
      historyKeeper.stop();
      const grace = setTimeout(() => abandoned.abort(), graceMs);
      await sync.stop();
      clearTimeout(grace);
      store.close();
    },
  };
};

export type Session = ReturnType<typeof createSession>;
