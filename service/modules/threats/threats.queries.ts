import { sql, type Selectable } from 'kysely';
import type { FieldValues } from '#shared/records/field-values.ts';
import { newId } from '#shared/records/new-id.ts';
import { found } from '../../access/collection-access.ts';
import { visiblePages } from '../../access/visible-page.ts';
import { dialectOf } from '../../database/dialect.ts';
import { grouped } from '../../database/grouped.ts';
import type { ListParameters } from '../../database/page.ts';
import { fieldsIn, newColumns } from '../../database/record-columns.ts';
import { collectionOf } from '../../database/record-tables.ts';
import type { Database, Schema } from '../../database/schema.ts';
import type { Changes } from '../../database/stamped.ts';
import { compilable, statement, statementOf } from '../../database/statement.ts';
import { updatedRecord } from '../../database/update-record.ts';
import type { RequestContext } from '../../protocol/request-context.ts';
import { noteMove } from './moved-threats.ts';

type NewThreat = Omit<FieldValues<'threat'>, 'status'>;
type ThreatChanges = Changes<FieldValues<'threat'>>;

/** Sorts `ref_id` by its number, so that `T-10` comes after `T-9`. */
const sortColumns = { ref_id: 'ref_number' };

const threatPage = visiblePages(
  'threats',
  (database) => database.selectFrom('threats').selectAll('threats'),
  sortColumns,
);

export const listThreats = async (context: RequestContext, list: ListParameters) => {
  const { rows, count } = await threatPage(context, list);
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
  const doneMitigations = await database
    .selectFrom('mitigations')
    .innerJoin('threats', 'threats.id', 'mitigations.threat_id')
    .where('threats.component_id', '=', componentId)
    .where('mitigations.status', '=', 'done')
    .orderBy('mitigations.created_at')
    .orderBy('mitigations.id')
    .select(['mitigations.id', 'mitigations.threat_id'])
    .execute();
  const neutralizers = grouped(doneMitigations.map(({ id, threat_id }) => [threat_id, id]));
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
  const values = {
    id: newId(),
    created_at: now,
    updated_at: now,
    status: 'open',
    ...columns,
  };
  const shape = Object.keys(values).join(' ');
  const numbered = dialectOf(database) === 'postgres' ? insertAtOnce : insertNumbered;
  const rows = await numbered(database, shape, componentId, is_custom, Object.values(values));
  return toThreat(found(rows, 'components', componentId));
};

type ThreatRow = Selectable<Schema['threats']>;

const insertNumbered = async (
  database: Database,
  shape: string,
  componentId: string,
  isCustom: number,
  values: readonly unknown[],
): Promise<ThreatRow[]> => {
  const [model] = await nextNumber(database, componentId);
  if (!model) return [];
  return await insert(database, shape, componentId, isCustom, model.last_ref_number, ...values);
};

const nextNumber = statement((database, componentId: string) =>
  compilable(
    database,
    sql<{ last_ref_number: number }>`
    update threat_models set last_ref_number = last_ref_number + 1
    where id = ${modelOf(componentId)} returning last_ref_number`,
  ),
);

/** Inserts a threat. `shape` contains the columns that get `values`, separated by spaces. */
const insert = statementOf(
  (
    database,
    shape: string,
    componentId: string,
    isCustom: number,
    refNumber: number,
    ...values: readonly unknown[]
  ) =>
    compilable(
      database,
      sql<ThreatRow>`
      insert into threats (${namesIn(shape)}, component_id, collection_id, is_custom, ref_number)
      values (${sql.join(values)}, ${componentId}, ${collectionOf('components', componentId)},
        ${isCustom}, ${refNumber})
      returning *`,
    ),
);

/**
 * Inserts a threat and reserves its number in one statement. SQLite does not support such a statement,
 * so this is for PostgreSQL only. Until the commit, other requests that create threats in the same model
 * wait.
 */
const insertAtOnce = async (
  database: Database,
  shape: string,
  componentId: string,
  isCustom: number,
  values: readonly unknown[],
): Promise<ThreatRow[]> =>
  await insertWithNumber(database, shape, componentId, isCustom, ...values);

const insertWithNumber = statementOf(
  (database, shape: string, componentId: string, isCustom: number, ...values: readonly unknown[]) =>
    compilable(
      database,
      sql<ThreatRow>`
      with numbered as (
        update threat_models set last_ref_number = last_ref_number + 1
        where id = ${modelOf(componentId)} returning last_ref_number)
      insert into threats (${namesIn(shape)}, component_id, collection_id, is_custom, ref_number)
        select ${sql.join(values)}, ${componentId}, ${collectionOf('components', componentId)},
          cast(${isCustom} as integer), last_ref_number from numbered
      returning *`,
    ),
);

const namesIn = (shape: string) => sql.join(shape.split(' ').map((name) => sql.ref(name)));

const modelOf = (componentId: string) => sql<string>`(
  select threat_model_id from canvases join components on components.canvas_id = canvases.id
  where components.id = ${componentId})`;

export const updateThreat = async (
  context: RequestContext,
  id: string,
  changes: ThreatChanges,
): Promise<Threat> => {
  const rows = await updatedRecord(context, 'threat', id, changes);
  const threat = toThreat(found(rows, 'threats', id));
  if (changes.moved_from === undefined) return threat;
  await noteMove(context, id, changes.moved_from);
  return await getThreat(context.database, id);
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
