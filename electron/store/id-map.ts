import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { RecordKind } from '#shared/desktop/records.ts';

const serviceRow = z.object({ service_id: z.string() });
const localRow = z.object({ local_id: z.string() });

/** Which record of the service each local one is; a record without a row is unknown to it. */
export const createIdMap = (database: DatabaseSync) => {
  const selectService = database.prepare(
    'SELECT service_id FROM id_map WHERE kind = ? AND local_id = ?',
  );
  const selectLocal = database.prepare(
    'SELECT local_id FROM id_map WHERE kind = ? AND service_id = ?',
  );
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
    put: (kind: RecordKind, localId: string, serviceId: string): void => {
      upsert.run(kind, localId, serviceId);
    },
    remove: (kind: RecordKind, localId: string): void => {
      remove.run(kind, localId);
    },
  };
};

export type IdMap = ReturnType<typeof createIdMap>;
