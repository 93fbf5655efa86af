import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { RecordKind } from '#shared/records/record-kinds.ts';

type Named = { kind: RecordKind; id: string };

const keyRow = z.object({ key: z.number() });

/** The columns in which the store keeps the IDs of records that it has or had. */
const columns = [
  ['record', 'id'],
  ['outbox', 'id'],
  ['conflict', 'id'],
  ['ended_delete', 'id'],
  ['id_map', 'local_id'],
  ['former_id', 'local_id'],
];

/**
 * Returns a function that returns those of many records that this store has never had. Such a record is
 * stored without looking for what is left of an earlier life.
 */
export const createNeverSeen = (database: DatabaseSync) => {
  const isIn = columns.map(
    ([table, id]) => `EXISTS (SELECT 1 FROM ${table} WHERE kind = asked.kind AND ${id} = asked.id)`,
  );
  const select = database.prepare(`
    WITH asked AS MATERIALIZED (
      SELECT key, value ->> 0 AS kind, value ->> 1 AS id FROM json_each(?)
    )
    SELECT key FROM asked WHERE NOT (${isIn.join(' OR ')})`);
  return <Each extends Named>(records: readonly Each[]): Each[] =>
    select
      .all(JSON.stringify(records.map(({ kind, id }) => [kind, id])))
      .flatMap((row) => records[keyRow.parse(row).key] ?? []);
};

export type NeverSeen = ReturnType<typeof createNeverSeen>;
