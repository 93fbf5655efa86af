import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { RecordKind } from '#shared/records/record-kinds.ts';

const serviceRow = z.object({ service_id: z.string() });
const idRow = z.object({ id: z.string() });
const localRow = z.object({ local_id: z.string() });

const known = z.object({
  id: z.string(),
  parentId: z.string().nullable(),
  serviceId: z.string(),
});
type KnownRecord = z.infer<typeof known>;

/**
 * Maps the IDs of local records to their IDs at the service. If a record has no row, the service does
 * not have it.
 */
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

  const anyFormer = database.prepare('SELECT 1 FROM former_id WHERE kind = ? LIMIT 1');
  const removeFormer = database.prepare(
    'DELETE FROM former_id WHERE kind = ? AND local_id = ? AND service_id = ?',
  );
  const deleteFormer = database.prepare('DELETE FROM former_id WHERE kind = ? AND local_id = ?');

  const selectUnknown = database.prepare(`
    SELECT value AS id FROM json_each(:ids) WHERE
      NOT EXISTS (SELECT 1 FROM id_map WHERE kind = :kind AND local_id = value) AND
      NOT EXISTS (SELECT 1 FROM id_map WHERE kind = :kind AND service_id = value) AND
      NOT EXISTS (SELECT 1 FROM former_id WHERE kind = :kind AND local_id = value) AND
      NOT EXISTS (SELECT 1 FROM former_id WHERE kind = :kind AND service_id = value) AND
      NOT EXISTS (SELECT 1 FROM record WHERE kind = :kind AND id = value)`);

  const serviceIdIn = (row: unknown): string | null =>
    row ? serviceRow.parse(row).service_id : null;
  const localIdIn = (row: unknown): string | null => (row ? localRow.parse(row).local_id : null);

  const serviceIdOf = (kind: RecordKind, localId: string): string | null =>
    serviceIdIn(selectService.get(kind, localId));
  const formerServiceId = (kind: RecordKind, localId: string): string | null =>
    serviceIdIn(selectFormerService.get(kind, localId));

  return {
    serviceId: serviceIdOf,
    localId: (kind: RecordKind, serviceId: string): string | null =>
      localIdIn(selectLocal.get(kind, serviceId)),

    /** Returns the last service ID of a record that the service no longer has. */
    formerServiceId,
    /**
     * Returns the local record that had this ID at the service. The service may have the record again
     * under a new ID.
     */
    formerLocalId: (kind: RecordKind, serviceId: string): string | null =>
      localIdIn(selectFormerLocal.get(kind, serviceId)),
    /** Tells if any record of this kind had another ID at the service. */
    hasFormerIds: (kind: RecordKind): boolean => anyFormer.get(kind) !== undefined,
    /** Returns every record of a kind that the service has, with the local ID of its parent. */
    known: (kind: RecordKind): KnownRecord[] =>
      selectKnown.all(kind).map((row) => known.parse(row)),

    /** Returns the IDs that no record has or had, here or at the service. */
    unknown: (kind: RecordKind, ids: readonly string[]): Set<string> =>
      new Set(
        selectUnknown.all({ kind, ids: JSON.stringify(ids) }).map((row) => idRow.parse(row).id),
      ),

    /**
     * Gives a record its former service ID again, because an undo restored the record here. Tells if the
     * record had a former ID. Until the service has the record again, `isReturning` is true.
     */
    takeBack: (kind: RecordKind, localId: string): boolean => {
      const former = formerServiceId(kind, localId);
      if (former !== null) upsert.run(kind, localId, former);
      return former !== null;
    },
    isReturning: (kind: RecordKind, localId: string): boolean => {
      const id = serviceIdOf(kind, localId);
      return id !== null && id === formerServiceId(kind, localId);
    },
    returned: (kind: RecordKind, localId: string): void => {
      const id = serviceIdOf(kind, localId);
      if (id !== null) removeFormer.run(kind, localId, id);
    },
    /**
     * Removes the former service IDs of a record, because the service will give the record a new one.
     */
    forgetFormer: (kind: RecordKind, localId: string): void => void deleteFormer.run(kind, localId),

    /**
     * Stores the service ID of a record. If this is a former ID of the record, it no longer counts as
     * former.
     */
    put: (kind: RecordKind, localId: string, serviceId: string): void => {
      upsert.run(kind, localId, serviceId);
      removeFormer.run(kind, localId, serviceId);
    },
    remove: (kind: RecordKind, localId: string): void => {
      noteFormer.run(kind, localId);
      remove.run(kind, localId);
    },
  };
};

export type IdMap = ReturnType<typeof createIdMap>;
