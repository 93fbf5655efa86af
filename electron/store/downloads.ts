import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';

type DownloadKind = 'collection' | 'threatModel';

const idRow = z.object({ id: z.string() });

/**
 * Stores which collections and threat models are downloaded completely, so that they are available
 * offline: the collections that a person marked, and the models that were opened or created here. A
 * model is `fetched` when all of its drawings are in the store.
 */
export const createDownloads = (database: DatabaseSync) => {
  const insert = database.prepare('INSERT OR IGNORE INTO kept (kind, id) VALUES (?, ?)');
  const setFetched = database.prepare(`
    INSERT INTO kept (kind, id, fetched) VALUES ('threatModel', ?, 1)
    ON CONFLICT (kind, id) DO UPDATE SET fetched = 1`);
  const remove = database.prepare('DELETE FROM kept WHERE kind = ? AND id = ?');
  const select = database.prepare('SELECT id FROM kept WHERE kind = ?');
  const selectFetched = database.prepare(
    `SELECT id FROM kept WHERE kind = 'threatModel' AND fetched = 1`,
  );

  const idsOf = (rows: unknown[]): Set<string> => new Set(rows.map((row) => idRow.parse(row).id));

  return {
    add: (kind: DownloadKind, id: string): void => void insert.run(kind, id),
    remove: (kind: DownloadKind, id: string): void => void remove.run(kind, id),
    ids: (kind: DownloadKind): Set<string> => idsOf(select.all(kind)),
    markFetched: (modelId: string): void => void setFetched.run(modelId),
    fetchedModels: (): Set<string> => idsOf(selectFetched.all()),
  };
};

export type Downloads = ReturnType<typeof createDownloads>;
