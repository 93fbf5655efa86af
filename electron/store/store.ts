import type { DatabaseSync } from 'node:sqlite';
import type { RegisterScope } from '#shared/desktop/register.ts';
import { createAnalysisReads } from './analysis-reads.ts';
import { createCanvasDocuments } from './canvas-documents.ts';
import { createCanvasEdits } from './canvas-edits.ts';
import { createCanvasOrder } from './canvas-order.ts';
import { createChangedNames } from './changed-names.ts';
import { createChanges } from './changes.ts';
import { createClipReads } from './clip-reads.ts';
import { createComponentCanvases } from './component-canvases.ts';
import { createConflicts } from './conflicts.ts';
import { countWrites, inNonDurableTransaction, inTransaction, openStore } from './database.ts';
import { createDeleted } from './deleted.ts';
import { createDownloads } from './downloads.ts';
import { createEndedDeletes } from './ended-deletes.ts';
import { createExtensionStore } from './extension-store.ts';
import { createIdMap } from './id-map.ts';
import { createImportBases } from './import-bases.ts';
import { createJournal } from './journal.ts';
import { createModelContent } from './model-content.ts';
import { createModelEdits } from './model-edits.ts';
import { createMoveThreats } from './move-threats.ts';
import { createNeverSeen } from './never-seen.ts';
import { createOutbox } from './outbox.ts';
import { createPreferences } from './preferences.ts';
import { createReadings, storedScope } from './readings.ts';
import { createReads } from './reads.ts';
import { createRecords } from './records.ts';
import { createReportRecords } from './report-records.ts';
import { createRequeueDeletes } from './requeue-deletes.ts';
import { createSearchIndex } from './search-index.ts';
import { storeFailure } from './store-failure.ts';
import { createVersionRecords } from './version-records.ts';
import { createVersions } from './versions.ts';

type Dependencies = {
  /** The path of the database file, or `:memory:`. */
  path: string;
  now?: () => string;
};

/**
 * Opens the local store of one connection. It has everything that the window reads and writes. If the
 * file cannot be used, throws `StoreFailure` and leaves the file unchanged.
 */
export const createStore = ({ path, now = () => new Date().toISOString() }: Dependencies) => {
  const database = opened(path);
  try {
    return storeOn(database, now);
  } catch (error) {
    database.close();
    throw storeFailure(error);
  }
};

const opened = (path: string): DatabaseSync => {
  try {
    return openStore(path);
  } catch (error) {
    throw storeFailure(error);
  }
};

const storeOn = (database: DatabaseSync, now: () => string) => {
  const records = createRecords(database);
  const searchIndex = createSearchIndex({
    database,
    read: (canvasId) => documents.readAside(canvasId),
  });
  const documents = createCanvasDocuments(database, searchIndex);
  searchIndex.catchUpLater();
  const allWrites = countWrites(database);
  const journal = createJournal(database, searchIndex);
  const outbox = createOutbox(database);
  const idMap = createIdMap(database);
  const preferences = createPreferences(database);
  const conflicts = createConflicts(database);
  const endedDeletes = createEndedDeletes(database);
  const requeueDeletes = createRequeueDeletes({ records, outbox, idMap, conflicts, endedDeletes });
  const downloads = createDownloads(database);
  const canvasOrder = createCanvasOrder(database);
  const componentCanvases = createComponentCanvases({ records, documents });
  const deleted = createDeleted(database);
  const shared = { database, records, documents, canvasOrder, componentCanvases, downloads };
  const reads = createReads({ ...shared, preferences });
  const canvasIds = (modelId: string): string[] => reads.canvasTabs(modelId).map(({ id }) => id);
  const versions = createVersions({
    database,
    documents,
    versionRecords: createVersionRecords(shared),
    now,
  });
  const parts = {
    ...shared,
    journal,
    deleted,
    outbox,
    idMap,
    conflicts,
    endedDeletes,
    requeueDeletes,
    preferences,
    versions,
    searchIndex,
    neverSeen: createNeverSeen(database),
    now,
  };

  return {
    records,
    documents,
    searchIndex,
    outbox,
    idMap,
    preferences,
    conflicts,
    endedDeletes,
    /** Call when others have restored a record that was deleted here. */
    cameBack: requeueDeletes.cameBack,
    downloads,
    reads,
    /** The same readings as in the thread of `store-reader.ts`, but in this thread. */
    readings: createReadings(database),
    storedScope: (scope: RegisterScope) => storedScope(componentCanvases, scope),
    analysisReads: createAnalysisReads({ ...shared, canvasIds }),
    reportRecords: createReportRecords({
      records,
      documents,
      canvasTabs: reads.canvasTabs,
      versions: versions.list,
    }),
    modelContent: createModelContent({ records, documents, canvasTabs: reads.canvasTabs }),
    clipReads: createClipReads({ records, deleted }),
    changes: createChanges(parts),
    changedNames: createChangedNames(),
    /** Plans changes that involve several canvases. The caller applies them. */
    canvasEdits: createCanvasEdits({ records, documents, canvasIds }),
    /** Plans copies and moves of whole models. The caller applies them. */
    modelEdits: createModelEdits({ records, documents, downloads, canvasIds }),
    extensions: createExtensionStore(database),
    importBases: createImportBases(database),
    moveThreats: createMoveThreats(records, preferences.isMine),
    versions,
    now,
    /** Returns a number that grows with everything that is written, except for the search index. */
    writes: (): number => allWrites() - searchIndex.ownWrites(),
    /**
     * Runs `work` in a transaction whose changes are on disk when this function returns. Call for
     * gestures and decisions of a person.
     */
    transaction: <Result>(work: () => Result): Result => inTransaction(database, work),
    /**
     * Runs `work` in a transaction that does not wait for the disk. Call for data of the service,
     * because sync can download it again.
     */
    take: <Result>(work: () => Result): Result => inNonDurableTransaction(database, work),

    /**
     * Saves versions, takes snapshots of drawings, and deletes old journal entries. Call when the app is
     * idle.
     */
    tidy: (): void => {
      // The versions must be saved first, because they need entries of the journal that are deleted
      // below.
      versions.saveWork();
      documents.takeSnapshots();
      journal.forgetOld();
    },
    close: (): void => {
      searchIndex.stop();
      database.close();
    },
  };
};

export type Store = ReturnType<typeof createStore>;
