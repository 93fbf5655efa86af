import { DatabaseSync } from 'node:sqlite';
import { createReadings } from './readings.ts';
import type { PackQuery } from './version-reads.ts';
import type { PackedDrawing } from './version-rows.ts';

export type ReadSnapshots = ReturnType<typeof createReadSnapshots>;

/**
 * Keeps read transactions on the store open. With them, this thread can prepare versions of an earlier
 * state, even after the main process has changed the store. A transaction should end soon, because the
 * write-ahead log grows until then.
 */
export const createReadSnapshots = (path: string) => {
  const open = new Map<number, DatabaseSync>();
  let count = 0;

  return {
    /** Opens a snapshot of the current state. Returns its number for `packFromSnapshot`. */
    openSnapshot: (): number => {
      const database = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
      database.exec('BEGIN');
      // SQLite takes the snapshot of a transaction at its first read, so this query reads something.
      database.prepare('SELECT 1 FROM canvas_version LIMIT 1').get();
      count += 1;
      open.set(count, database);
      return count;
    },

    /** Prepares versions from a snapshot and closes the snapshot. */
    packFromSnapshot: ({ snapshot, queries }: SnapshotQuery): (PackedDrawing | null)[] => {
      const database = open.get(snapshot);
      if (!database) return [];
      open.delete(snapshot);
      try {
        return queries.map((query) => createReadings(database).packVersion(query));
      } finally {
        database.close();
      }
    },
  };
};

type SnapshotQuery = { snapshot: number; queries: readonly PackQuery[] };
