import { sql, type Selectable } from 'kysely';
import type { FieldValues } from '#shared/records/field-values.ts';
import { found } from '../../access/collection-access.ts';
import { visiblePage } from '../../access/visible-page.ts';
import { dialectOf } from '../../database/dialect.ts';
import { grouped } from '../../database/grouped.ts';
import { newId } from '../../database/new-id.ts';
import type { ListParameters } from '../../database/page.ts';
import { collectionOf } from '../../database/place.ts';
import { fieldsIn, newColumns } from '../../database/record-columns.ts';
import type { Database, Schema } from '../../database/schema.ts';
import { stampedRecord, type Changes } from '../../database/stamped.ts';
import { statement } from '../../database/statement.ts';
import type { RequestContext } from '../../protocol/request-context.ts';
import { takeRefNumbers } from './ref-numbers.ts';

type NewThreat = Omit<FieldValues<'threat'>, 'status'>;
type ThreatChanges = Changes<FieldValues<'threat'>>;

/** Sorts `T-10` after `T-9`. */
const sortColumns = { ref_id: 'ref_number' };

export const listThreats = async (context: RequestContext, list: ListParameters) => {
  const all = context.database.selectFrom('threats').selectAll('threats');
  const { rows, count } = await visiblePage(context, all, 'threats', list, sortColumns);
  return { items: rows.map(toThreat), count };
};

export const listThreatsOfComponent = async (database: Database, componentId: string) => {
  const rows = await database
    .selectFrom('threats')
    .selectAll()
    .where('component_id', '=', componentId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const done = await database
    .selectFrom('mitigations')
    .innerJoin('threats', 'threats.id', 'mitigations.threat_id')
    .where('threats.component_id', '=', componentId)
    .where('mitigations.status', '=', 'done')
    .orderBy('mitigations.created_at')
    .orderBy('mitigations.id')
    .select(['mitigations.id', 'mitigations.threat_id'])
    .execute();
  const neutralizers = grouped(done.map(({ id, threat_id }) => [threat_id, id]));
  return rows.map(({ id, title, status, is_custom }) => ({
    id,
    title,
    status,
    is_custom: is_custom === 1,
    neutralized_by: neutralizers.get(id) ?? [],
  }));
};

export const getThreat = async (database: Database, id: string) =>
  toThreat(found(await rowsById(database, id), 'threats', id));

const rowsById = statement((database, id: string) =>
  database.selectFrom('threats').selectAll().where('id', '=', id),
);

export const createThreat = async (
  { database, now }: RequestContext,
  componentId: string,
  threat: NewThreat,
): Promise<Threat> => {
  const { is_custom, ...columns } = newColumns('threat', threat);
  const unnumbered = {
    id: newId(),
    created_at: now,
    updated_at: now,
    component_id: componentId,
    status: 'open' as const,
    ...columns,
  };
  const insert = dialectOf(database) === 'postgres' ? insertAtOnce : insertNumbered;
  const row = await insert(database, unnumbered, is_custom);
  return toThreat(row);
};

type ThreatRow = Selectable<Schema['threats']>;
type UnnumberedThreat = Omit<
  ThreatRow,
  'collection_id' | 'ref_number' | 'is_custom' | 'otm_id' | 'kept'
>;

const insertNumbered = async (
  database: Database,
  threat: UnnumberedThreat,
  is_custom: number,
): Promise<ThreatRow> =>
  await database
    .insertInto('threats')
    .values({
      ...threat,
      is_custom,
      collection_id: collectionOf('components', threat.component_id),
      ref_number: await takeRefNumbers(database, modelOf(threat.component_id), 1),
    })
    .returningAll()
    .executeTakeFirstOrThrow();

/**
 * Inserts a threat with one statement, which SQLite does not support. Others who create threats in
 * the same model wait from reserving the number until the commit.
 */
const insertAtOnce = async (
  database: Database,
  threat: UnnumberedThreat,
  is_custom: number,
): Promise<ThreatRow> => {
  const columns = Object.keys(threat).map((name) => sql.ref(name));
  const { rows } = await sql<ThreatRow>`
    with numbered as (
      update threat_models set last_ref_number = last_ref_number + 1
      where id = ${modelOf(threat.component_id)} returning last_ref_number)
    insert into threats (${sql.join(columns)}, is_custom, collection_id, ref_number)
      select ${sql.join(Object.values(threat))}, cast(${is_custom} as integer),
        ${collectionOf('components', threat.component_id)}, last_ref_number from numbered
    returning *`.execute(database);
  return found(rows, 'components', threat.component_id);
};

const modelOf = (componentId: string) => sql<string>`(
  select threat_model_id from canvases join components on components.canvas_id = canvases.id
  where components.id = ${componentId})`;

export const updateThreat = async (
  context: RequestContext,
  id: string,
  changes: ThreatChanges,
): Promise<Threat> => {
  const rows = await context.database
    .updateTable('threats')
    .set(await stampedRecord(context, 'threat', id, changes))
    .where('id', '=', id)
    .returningAll()
    .execute();
  return toThreat(found(rows, 'threats', id));
};

type Threat = ReturnType<typeof toThreat>;

const toThreat = (row: ThreatRow) => ({
  id: row.id,
  created_at: row.created_at,
  updated_at: row.updated_at,
  ref_id: `T-${row.ref_number}`,
  ...fieldsIn('threat', row),
  component: { id: row.component_id },
});
