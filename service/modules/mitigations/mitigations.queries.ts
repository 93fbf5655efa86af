import type { Selectable } from 'kysely';
import type { FieldValues } from '#shared/records/field-values.ts';
import { newId } from '#shared/records/new-id.ts';
import { found } from '../../access/collection-access.ts';
import { visiblePages } from '../../access/visible-page.ts';
import type { ListParameters } from '../../database/page.ts';
import { fieldsIn, newColumns } from '../../database/record-columns.ts';
import { collectionOf } from '../../database/record-tables.ts';
import type { Database, Schema } from '../../database/schema.ts';
import type { Changes } from '../../database/stamped.ts';
import { statement } from '../../database/statement.ts';
import { updatedRecord } from '../../database/update-record.ts';
import type { RequestContext } from '../../protocol/request-context.ts';

type MitigationValues = FieldValues<'mitigation'>;
type NewMitigation = Omit<MitigationValues, 'status' | 'question' | 'is_custom'>;

const mitigationPage = visiblePages('mitigations', (database) =>
  database.selectFrom('mitigations').selectAll('mitigations'),
);

export const listMitigations = async (context: RequestContext, list: ListParameters) => {
  const { rows, count } = await mitigationPage(context, list);
  return { items: rows.map(toMitigation), count };
};

export const listMitigationsOfThreat = async (database: Database, threatId: string) => {
  const rows = await database
    .selectFrom('mitigations')
    .selectAll()
    .where('threat_id', '=', threatId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(toMitigation);
};

export const getMitigation = async (database: Database, id: string) =>
  toMitigation(found(await rowsById(database, id), 'mitigations', id));

const rowsById = statement((database, id: string) =>
  database.selectFrom('mitigations').selectAll().where('id', '=', id),
);

export const createMitigation = async (
  { database, now }: RequestContext,
  threatId: string,
  mitigation: NewMitigation,
): Promise<Mitigation> => {
  const row = await database
    .insertInto('mitigations')
    .values({
      id: newId(),
      created_at: now,
      updated_at: now,
      collection_id: collectionOf('threats', threatId),
      threat_id: threatId,
      is_custom: 1,
      ...newColumns('mitigation', mitigation),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toMitigation(row);
};

export const updateMitigation = async (
  context: RequestContext,
  id: string,
  changes: Changes<MitigationValues>,
): Promise<Mitigation> => {
  const rows = await updatedRecord(context, 'mitigation', id, changes);
  return toMitigation(found(rows, 'mitigations', id));
};

type Mitigation = ReturnType<typeof toMitigation>;

const toMitigation = (row: Selectable<Schema['mitigations']>) => ({
  id: row.id,
  ...fieldsIn('mitigation', row),
  threat: { id: row.threat_id },
});
