import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { RecordKind } from '#shared/desktop/records.ts';

const serviceRow = z.object({ service_id: z.string() });
const localRow = z.object({ local_id: z.string() });

const known = z.object({
  id: z.string(),
  parentId: z.string().nullable(),
  serviceId: z.string(),
});
type KnownRecord = z.infer<typeof known>;

/** Which record of the service each local one is; a record without a row is unknown to it. */
export const createIdMap = (database: DatabaseSync) => {
  const selectService = database.prepare(
    'SELECT service_id FROM id_map WHERE kind = ? AND local_id = ?',
  );
  const selectLocal = database.prepare(
    'SELECT local_id FROM id_map WHERE kind = ? AND service_id = ?',
  );
  const selectKnown = database.prepare(`
    SELECT record.id, record.parent_id AS parentId, id_map.service_id AS serviceId
    FROM id_map JOIN record ON record.kind = id_map.kind AND record.id = id_map.local_id
    WHERE id_map.kind = ?`);
  const upsert = database.prepare(
    'INSERT OR REPLACE INTO id_map (kind, local_id, service_id) VALUES (?, ?, ?)',
  );
  const remove = database.prepare('DELETE FROM id_map WHERE kind = ? AND local_id = ?');

  return {
    serviceId: (kind: RecordKind, localId: string): string | null => {
      const row = selectService.get(kind, localId);
      return row ? serviceRow.parse(row).service_id : null;
    },
    localId: (kind: RecordKind, serviceId: string): string | null => {
      const row = selectLocal.get(kind, serviceId);
      return row ? localRow.parse(row).local_id : null;
    },
    /** Every record of a kind that the service has, with what holds it here. */
    known: (kind: RecordKind): KnownRecord[] =>
      selectKnown.all(kind).map((row) => known.parse(row)),

    put: (kind: RecordKind, localId: string, serviceId: string): void => {
      upsert.run(kind, localId, serviceId);
    },
    remove: (kind: RecordKind, localId: string): void => {
      remove.run(kind, localId);
    },
  };
};

export type IdMap = ReturnType<typeof createIdMap>;
