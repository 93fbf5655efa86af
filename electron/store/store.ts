import type { DatabaseSync } from 'node:sqlite';
import { createCanvasDocuments } from './canvas-documents.ts';
import { createCanvasEdits } from './canvas-edits.ts';
import { createCanvasOrder } from './canvas-order.ts';
import { createChanges } from './changes.ts';
import { createClipReads } from './clip-reads.ts';
import { createComponentPlaces } from './component-places.ts';
import { createConflicts } from './conflicts.ts';
import { inPassingTransaction, inTransaction, openStore } from './database.ts';
import { createDeleted } from './deleted.ts';
import { createIdMap } from './id-map.ts';
import { createJournal } from './journal.ts';
import { createKept } from './kept.ts';
import { createOutbox } from './outbox.ts';
import { createPreferences } from './preferences.ts';
import { createReads } from './reads.ts';
import { createRecords } from './records.ts';
import { storeFailure } from './store-failure.ts';
import { createVersions } from './versions.ts';

type Dependencies = {
  /** The database's file, or `:memory:`. */
  path: string;
  now?: () => string;
};

/**
 * The local store of one connection: the only thing the window reads and writes. Throws
 * `StoreFailure` where its file cannot be used, and leaves that as it is.
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
  const documents = createCanvasDocuments(database);
  const journal = createJournal(database);
  const outbox = createOutbox(database);
  const idMap = createIdMap(database);
  const preferences = createPreferences(database);
  const conflicts = createConflicts(database);
  const kept = createKept(database);
  const canvasOrder = createCanvasOrder(database);
  const places = createComponentPlaces({ records, documents });
  const deleted = createDeleted(database);
  const held = { database, records, documents, canvasOrder, places, kept };
  const reads = createReads({ ...held, preferences });
  const canvasIds = (modelId: string): string[] => reads.canvasTabs(modelId).map(({ id }) => id);
  const parts = { ...held, journal, deleted, outbox, idMap, conflicts, now };
  const versions = createVersions({ database, documents, now });

  return {
    records,
    documents,
    outbox,
    idMap,
    preferences,
    conflicts,
    kept,
    reads,
    clipReads: createClipReads({ records, deleted }),
    changes: createChanges(parts),
    /** What takes more than one canvas to make; each plans a change, which is then applied. */
    canvasEdits: createCanvasEdits({ records, documents, canvasIds }),
    versions,
    now,
    /** For what a person did or decided: when it returns, it is on disk. */
    transaction: <Result>(work: () => Result): Result => inTransaction(database, work),
    /** For what the service said: it can be asked again. */
    take: <Result>(work: () => Result): Result => inPassingTransaction(database, work),

    /** Work that makes later reading shorter; for when nothing else is to do. */
    tidy: (): void => {
      // Before the journal forgets what it would have to look at.
      versions.keepWork();
      documents.takeSnapshots();
      journal.forgetOld();
    },
    close: (): void => database.close(),
  };
};

export type Store = ReturnType<typeof createStore>;
