import type { ExtensionsState } from '#shared/codex/codex-extensions.ts';
import { thisComputer } from '#shared/desktop/connections.ts';
import type { SyncStatus } from '#shared/desktop/contract.ts';
import type { Renumbered } from '#shared/desktop/sync.ts';
import type { RecordKind } from '#shared/records/record-kinds.ts';
import { createApiClient } from '../connection/api-client.ts';
import { createConnectionFetch } from '../connection/connection-fetch.ts';
import type { MakeDocument } from '../connection/document-maker.ts';
import type { ServiceConnection } from '../connection/service-connection.ts';
import type { FileHandles } from '../shell/file-handles.ts';
import type { ImportFiles } from '../shell/import-files.ts';
import type { PrintAnswer } from '../shell/print-document.ts';
import type { SaveExport } from '../shell/save-file.ts';
import { createReadingThread } from '../store/reading-thread.ts';
import { createStore, type Store } from '../store/store.ts';
import { createSyncEngine } from '../sync/engine.ts';
import { createAdministration } from './administration.ts';
import { announceTogether } from './announce-together.ts';
import type { AppEventPublisher } from './app-events.ts';
import { createAutomaticVersions } from './automatic-versions.ts';
import { createBackup } from './backup.ts';
import { createCanvasOpening } from './canvas-opening.ts';
import { createCodexExport } from './codex-export.ts';
import { createCodex } from './codex.ts';
import { createContentAtService } from './content-at-service.ts';
import type { ExportOptionsFile } from './export-options.ts';
import { createExtensions } from './extensions.ts';
import { createFileExport, type FileType } from './file-export.ts';
import { addFirstLibrary } from './first-library.ts';
import { createImportMerge } from './import-merge.ts';
import { createLocalDocuments } from './local-documents.ts';
import { createOtmImport } from './otm-import.ts';
import { createPeople } from './people.ts';
import { createPrinting } from './printing.ts';
import { createVersionReader } from './read-version.ts';
import { createRegisterExport } from './register-export.ts';
import { createSample } from './sample.ts';
import { createSaveBeforeMerge } from './save-before-merge.ts';

/** The parts that all sessions share. */
export type SessionParts = {
  events: AppEventPublisher;
  log: (message: string, details: Record<string, unknown>) => void;
  /**
   * `imported` has the files to read, and `exported` the files to write. They are kept apart, so that no
   * imported file is overwritten.
   */
  imported: ImportFiles;
  exported: FileHandles;
  save: SaveExport;
  chooseFile: () => Promise<string | null>;
  chooseBackup: () => Promise<string | null>;
  choosePath: (fileName: string, type: FileType) => Promise<string | null>;
  chooseFolder: () => Promise<string | null>;
  print: (html: string) => Promise<PrintAnswer>;
  showInFolder: (path: string) => void;
  exportOptions: ExportOptionsFile;
  /** Makes reports and images in another process. */
  makeDocument: MakeDocument;
  readerEntry: string;
  storeReaderEntry: string;
  sampleFile: string;
};

/**
 * The time, in ms, that requests in progress have to finish when a connection is closed. After this
 * time, they are aborted.
 */
const graceMs = 2000;

type Location = { id: string; storePath: string; connection: ServiceConnection };

/**
 * Creates everything that works on one connection and is closed with it: its store, the client of
 * its service, and sync. Events from a closed session are dropped.
 */
export const createSession = ({ id, storePath, connection }: Location, parts: SessionParts) => {
  const store = createStore({ path: storePath });
  try {
    return sessionOn(store, { id, storePath, connection }, parts);
  } catch (error) {
    store.close();
    throw error;
  }
};

const sessionOn = (store: Store, { id, storePath, connection }: Location, parts: SessionParts) => {
  const reading = createReadingThread({ entry: parts.storeReaderEntry, path: storePath });
  const { events, log } = parts;
  const closing = new AbortController();
  const abandoned = new AbortController();
  const announce = <Word>(publish: (word: Word) => void) => {
    return (word: Word): void => {
      if (!closing.signal.aborted) publish(word);
    };
  };
  const { baseUrl, credentials } = connection;
  const client = createApiClient(
    baseUrl,
    createConnectionFetch({
      baseUrl,
      credentials,
      fetch: async (request) => {
        closing.signal.throwIfAborted();
        const signal = AbortSignal.any([request.signal, abandoned.signal]);
        return await connection.fetch(new Request(request, { signal }));
      },
    }),
  );
  const records = announceTogether(
    announce<RecordKind[]>((kinds) => events.publish('records', { kinds, origin: 'sync' })),
  );
  store.searchIndex.onTextsAdded(() => records.changed(['threat', 'mitigation']));
  const historyChanged = (): void =>
    events.publish('records', { kinds: ['canvas'], origin: 'person' });
  const extensions = createExtensions({
    store,
    client,
    signal: closing.signal,
    isOnHold: () => sync.status().hold !== null,
    announce: announce<ExtensionsState>((state) => events.publish('extensions', state)),
    log,
  });
  /**
   * Stores the user ID of this person. Called only after the service has answered, because an earlier
   * call would start the built-in service.
   */
  const learnUserId = async (): Promise<void> => {
    const userId = await connection.userId().catch(() => null);
    const { preferences } = store;
    if (userId !== null && userId !== preferences.userId()) preferences.learnUserId(userId);
  };
  const sync = createSyncEngine({
    afterPass: async (taking) => {
      await learnUserId();
      await extensions.exchange(taking);
    },
    store,
    client,
    connectionName: connection.name,
    beforeMerge: createSaveBeforeMerge({ store, reading }, historyChanged),
    changed: records.changed,
    announce: announce<SyncStatus>((status) => events.publish('syncStatus', status)),
    renumbered: announce<Renumbered>((numbers) => events.publish('renumbered', numbers)),
    log,
  });
  // Reads the store. If reading fails, the store is unusable, and this error stops the opening of the
  // session.
  sync.status();
  const sample = createSample({ store, sync, client, file: parts.sampleFile });
  /** Announces a change that the window did not make, so that the window reads the data again. */
  const storeChanged = (kinds: RecordKind[]): void => {
    records.changed(kinds);
    sync.changed();
  };
  const canvasOpening = createCanvasOpening({ preferences: store.preferences });
  const otmImport = createOtmImport({
    ...parts,
    store,
    reading,
    sync,
    client,
    files: parts.imported,
    readAhead: connection.readAhead ?? (() => {}),
    drawn: canvasOpening.ended,
    changed: storeChanged,
  });
  const people = createPeople({ store, client, hasNames: id !== thisComputer.id });
  const documents = createLocalDocuments({
    store,
    sync,
    people,
    make: parts.makeDocument,
    options: parts.exportOptions,
    contentAtService: createContentAtService({
      store,
      sync,
      client,
      readerEntry: parts.readerEntry,
    }),
  });
  const automaticVersions = createAutomaticVersions(
    { versions: store.versions, reading },
    historyChanged,
  );

  const codex = createCodex({ client });
  const administration = createAdministration({ store, client });

  return {
    id,
    store,
    reading,
    sync,
    codex,
    administration,
    extensions,
    exportCodex: createCodexExport({
      ...parts,
      codex,
      extensions: () => extensions.state().document,
      files: parts.exported,
    }),
    exportRegister: createRegisterExport({ ...parts, files: parts.exported }),
    sample,
    otmImport,
    importMerge: createImportMerge({
      ...parts,
      store,
      otmImport,
      download: documents.download,
      changed: storeChanged,
    }),
    automaticVersions,
    backup: createBackup({
      ...parts,
      store,
      sync,
      client,
      codex,
      documents,
      files: parts.exported,
    }),
    canvasOpening,
    readVersion: createVersionReader({ store, reading, otmImport }),
    people,
    documents,
    printing: createPrinting({
      store,
      documents,
      options: parts.exportOptions,
      print: parts.print,
    }),
    fileExport: createFileExport({
      ...parts,
      store,
      sync,
      client,
      documents,
      options: parts.exportOptions,
      files: parts.exported,
    }),
    /**
     * Resolves when the sample has been added at the very first start. Resolves at once at later starts.
     */
    firstStart: connection.startsWithSample
      ? sample
          .addOnFirstStart()
          .then(() => void addFirstLibrary({ store, codex, signal: closing.signal, log }))
          .catch((error: unknown) => log('sample not added', { reason: String(error) }))
      : Promise.resolve(),

    /** Stops sending requests. Closes the store when sync has stored its work in progress. */
    close: async (): Promise<void> => {
      closing.abort(new Error('The connection was closed'));
      automaticVersions.stop();
      reading.close();
      const grace = setTimeout(() => abandoned.abort(), graceMs);
      await sync.stop();
      records.stop();
      clearTimeout(grace);
      store.close();
    },
  };
};

export type Session = ReturnType<typeof createSession>;
