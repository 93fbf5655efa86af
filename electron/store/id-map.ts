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
  const noteFormer = database.prepare(`
    INSERT OR REPLACE INTO former_id (kind, service_id, local_id)
      SELECT kind, service_id, local_id FROM id_map WHERE kind = ? AND local_id = ?`);
  const selectFormerService = database.prepare(
    'SELECT service_id FROM former_id WHERE kind = ? AND local_id = ? ORDER BY rowid DESC LIMIT 1',
  );
  const selectFormerLocal = database.prepare(
    'SELECT local_id FROM former_id WHERE kind = ? AND service_id = ?',
  );

  const serviceIdIn = (row: unknown): string | null =>
    row ? serviceRow.parse(row).service_id : null;
  const localIdIn = (row: unknown): string | null => (row ? localRow.parse(row).local_id : null);

  return {
    serviceId: (kind: RecordKind, localId: string): string | null =>
      serviceIdIn(selectService.get(kind, localId)),
    localId: (kind: RecordKind, serviceId: string): string | null =>
      localIdIn(selectLocal.get(kind, serviceId)),

    /** The last id that the service had for a record that it does not have any more. */
    formerServiceId: (kind: RecordKind, localId: string): string | null =>
      serviceIdIn(selectFormerService.get(kind, localId)),
    /** The record that had an id at the service; it may have been made there again since. */
    formerLocalId: (kind: RecordKind, serviceId: string): string | null =>
      localIdIn(selectFormerLocal.get(kind, serviceId)),
    /** Every record of a kind that the service has, with what holds it here. */
    known: (kind: RecordKind): KnownRecord[] =>
      selectKnown.all(kind).map((row) => known.parse(row)),

    put: (kind: RecordKind, localId: string, serviceId: string): void => {
      upsert.run(kind, localId, serviceId);
    },
    remove: (kind: RecordKind, localId: string): void => {
      noteFormer.run(kind, localId);
      remove.run(kind, localId);
    },
  };
};

export type IdMap = ReturnType<typeof createIdMap>;
