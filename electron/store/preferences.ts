import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import {
  initialPreferences,
  preferencesSchema,
  type Preferences as Chosen,
} from '#shared/desktop/window.ts';
import type { RecordKind } from '#shared/records/record-kinds.ts';
import { inNonDurableTransaction } from './database.ts';

const timeRow = z.object({ newest: z.string().nullable() });
const valueRow = z.object({ value: z.string() });

const known = preferencesSchema.partial();

/**
 * Stores small values between starts: choices of the person, and facts learned from the service.
 */
export const createPreferences = (database: DatabaseSync) => {
  const select = database.prepare('SELECT value FROM preference WHERE name = ?');
  const upsert = database.prepare('INSERT OR REPLACE INTO preference (name, value) VALUES (?, ?)');
  const remove = database.prepare('DELETE FROM preference WHERE name = ?');

  const selectNewest = database.prepare(
    `SELECT max(value) AS newest FROM preference WHERE name LIKE 'newestChange:%'`,
  );

  const read = (name: string): string | null => {
    const row = select.get(name);
    return row ? valueRow.parse(row).value : null;
  };
  /**
   * Stores a value without waiting for the disk. After a power failure, the next reading learns the
   * value again.
   */
  const pass = (name: string, value: string): void =>
    inNonDurableTransaction(database, () => void upsert.run(name, value));

  /**
   * Returns the preferences. A preference that an older version of the app did not have has its initial
   * value.
   */
  const get = (): Chosen => {
    const stored = read('window');
    return preferencesSchema.parse({
      ...initialPreferences,
      ...(stored && known.parse(JSON.parse(stored))),
    });
  };

  return {
    get,
    set: (change: { [Name in keyof Chosen]?: Chosen[Name] | undefined }): void => {
      const defined = Object.entries(change).filter(([, value]) => value !== undefined);
      upsert.run('window', JSON.stringify({ ...get(), ...Object.fromEntries(defined) }));
    },

    /** Returns our user ID at the service, learned from records that we created. */
    userId: (): string | null => read('userId'),
    /**
     * Tells if a record of this user is ours. The ID is empty until the service has named the author,
     * and the record counts as ours until then.
     */
    isMine: (userId: string): boolean => userId === '' || userId === read('userId'),
    learnUserId: (id: string): void => void upsert.run('userId', id),

    /**
     * Returns the time of the newest known change to a record of this kind, by the clock of the service.
     */
    newestChange: (kind: RecordKind): string | null => read(`newestChange:${kind}`),
    /** Returns the newest known time of a change of any kind, by the clock of the service. */
    newestTime: (): string | null => timeRow.parse(selectNewest.get()).newest,
    noteNewestChange: (kind: RecordKind, time: string): void => {
      const name = `newestChange:${kind}`;
      if (read(name) !== time) pass(name, time);
    },

    /**
     * True if the next reading has to be a full one. The store lacks records that others added to a record
     * that was deleted here, because short readings read each change only once.
     */
    fullReadingIsWanted: (): boolean => read('fullReadingIsWanted') !== null,
    wantFullReading: (): void => void upsert.run('fullReadingIsWanted', 'true'),
    noteFullReading: (): void => void remove.run('fullReadingIsWanted'),

    lastSyncedAt: (): string | null => read('lastSyncedAt'),
    syncedAt: (time: string): void => pass('lastSyncedAt', time),

    /**
     * Returns the canvas that the app began to open, in this run or an earlier one, and did not finish
     * opening.
     */
    openingCanvas: (): string | null => read('openingCanvas'),
    /**
     * Stores which canvas the app is opening, or `null` if it is opening none. Does not wait for the
     * disk, because the value has to survive a crash of the process but not a power failure.
     */
    noteOpeningCanvas: (id: string | null): void =>
      inNonDurableTransaction(database, () => {
        if (id === null) remove.run('openingCanvas');
        else upsert.run('openingCanvas', id);
      }),

    sampleWasAdded: (): boolean => read('sampleWasAdded') !== null,
    rememberSample: (): void => void upsert.run('sampleWasAdded', 'true'),

    /** Returns true in a new workspace until the default library is in the codex. */
    libraryIsWanted: (): boolean => read('libraryIsWanted') !== null,
    wantLibrary: (): void => void upsert.run('libraryIsWanted', 'true'),
    noteLibraryAdded: (): void => void remove.run('libraryIsWanted'),
  };
};

export type Preferences = ReturnType<typeof createPreferences>;
