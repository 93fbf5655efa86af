import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { RecordKind } from '#shared/desktop/records.ts';
import { preferencesSchema, type Preferences as Chosen } from '#shared/desktop/window.ts';

const timeRow = z.object({ newest: z.string().nullable() });
const valueRow = z.object({ value: z.string() });

/** As at the first start. */
export const initialPreferences: Chosen = {
  colorScheme: 'auto',
  location: '',
  sidebarOpen: true,
  inspectorOpen: true,
  outlineOpen: false,
  drawerOpen: false,
  sidebarWidth: null,
  inspectorWidth: null,
  outlineWidth: null,
  drawerHeight: null,
  gridShown: true,
  snapsToGrid: true,
  snapsToElements: true,
};

const known = preferencesSchema.partial();

/** Small things remembered between starts: what the person chose, and what was learned. */
export const createPreferences = (database: DatabaseSync) => {
  const select = database.prepare('SELECT value FROM preference WHERE name = ?');
  const upsert = database.prepare('INSERT OR REPLACE INTO preference (name, value) VALUES (?, ?)');

  const selectNewest = database.prepare(
    `SELECT max(value) AS newest FROM preference WHERE name LIKE 'newestChange:%'`,
  );

  const read = (name: string): string | null => {
    const row = select.get(name);
    return row ? valueRow.parse(row).value : null;
  };
  /** What an older version did not know yet is as at the first start. */
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
      const said = Object.entries(change).filter(([, value]) => value !== undefined);
      upsert.run('window', JSON.stringify({ ...get(), ...Object.fromEntries(said) }));
    },

    /** Who we are at the service: learned from what it says of records we made. */
    userId: (): string | null => read('userId'),
    learnUserId: (id: string): void => void upsert.run('userId', id),

    /** The newest change that was seen of a kind, by the service's clock. */
    newestChange: (kind: RecordKind): string | null => read(`newestChange:${kind}`),
    /** The newest time of the service that was seen at all. */
    newestTime: (): string | null => timeRow.parse(selectNewest.get()).newest,
    noteNewestChange: (kind: RecordKind, time: string): void =>
      void upsert.run(`newestChange:${kind}`, time),

    lastSyncedAt: (): string | null => read('lastSyncedAt'),
    syncedAt: (time: string): void => void upsert.run('lastSyncedAt', time),

    sampleWasAdded: (): boolean => read('sampleWasAdded') !== null,
    rememberSample: (): void => void upsert.run('sampleWasAdded', 'true'),
  };
};

export type Preferences = ReturnType<typeof createPreferences>;
