import { DatabaseSync } from 'node:sqlite';
import { createReadings } from './readings.ts';
import type { PackQuery } from './version-reads.ts';
import type { PackedDrawing } from './version-rows.ts';

export type HeldStates = ReturnType<typeof createHeldStates>;

/**
 * Holds states of a store, so that versions of them can be prepared after the main process has
 * changed it. While a state is held, the write-ahead log grows.
 */
export const createHeldStates = (path: string) => {
  const held = new Map<number, DatabaseSync>();
  let count = 0;

  return {
    /** Holds what is stored now. Returns a number for `packHeld`. */
    holdState: (): number => {
      const database = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
      database.exec('BEGIN');
      // A transaction begins to hold a state at its first reading.
      database.prepare('SELECT 1 FROM canvas_version LIMIT 1').get();
      count += 1;
      held.set(count, database);
      return count;
    },

    /** Prepares versions of a held state and releases it. */
    packHeld: ({ state, queries }: HeldQuery): (PackedDrawing | null)[] => {
      const database = held.get(state);
      if (!database) return [];
      held.delete(state);
      try {
        return queries.map((query) => createReadings(database).packVersion(query));
      } finally {
        database.close();
      }
    },
  };
};

type HeldQuery = { state: number; queries: readonly PackQuery[] };
