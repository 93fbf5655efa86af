import { DatabaseSync } from 'node:sqlite';
import { createReadings } from './readings.ts';
import type { PackQuery } from './version-reads.ts';
import type { PackedDrawing } from './version-rows.ts';

export type ReadSnapshots = ReturnType<typeof createReadSnapshots>;

/**
 * Holds states of a store, so that versions of them can be prepared after the main process has
 * changed it. While a state is held, the write-ahead log grows.
 */
export const createReadSnapshots = (path: string) => {
  const open = new Map<number, DatabaseSync>();
  let count = 0;

  return {
    /** Holds what is stored now. Returns a number for `packFromSnapshot`. */
    openSnapshot: (): number => {
      const database = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
      database.exec('BEGIN');
      // A transaction begins to hold a state at its first reading.
      database.prepare('SELECT 1 FROM canvas_version LIMIT 1').get();
      count += 1;
      open.set(count, database);
      return count;
    },

    /** Prepares versions of a held state and releases it. */
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
