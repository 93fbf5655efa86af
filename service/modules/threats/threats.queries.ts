import { sql, type Selectable } from 'kysely';
import type { Priority, ThreatStatus } from '#shared/api/enumerations.ts';
import { found } from '../../access/collection-access.ts';
import { visiblePage } from '../../access/visible-page.ts';
import { grouped } from '../../database/grouped.ts';
import { newId } from '../../database/new-id.ts';
import type { ListParameters } from '../../database/page.ts';
import { collectionOf } from '../../database/place.ts';
import type { Database, Schema } from '../../database/schema.ts';
import { stamped, type Changes } from '../../database/stamped.ts';
import { statement } from '../../database/statement.ts';
import type { RequestContext } from '../../protocol/request-context.ts';
import { takeRefNumbers } from './ref-numbers.ts';

type NewThreat = {
  title: string;
  description: string;
  priority: Priority;
  source: string | null;
  is_custom: boolean;
};
type ThreatChanges = Changes<{
  title: string;
  description: string;
  priority: Priority;
  status: ThreatStatus;
}>;

/** `T-10` comes after `T-9`. */
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
  { is_custom, ...facts }: NewThreat,
): Promise<Threat> => {
  const row = await database
    .insertInto('threats')
    .values({
      id: newId(),
      created_at: now,
      updated_at: now,
      collection_id: collectionOf('components', componentId),
      component_id: componentId,
      ref_number: await takeRefNumbers(database, modelOf(componentId), 1),
      status: 'open',
      is_custom: is_custom ? 1 : 0,
      ...facts,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toThreat(row);
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
    .set(await stamped(context, 'threats', id, changes))
    .where('id', '=', id)
    .returningAll()
    .execute();
  return toThreat(found(rows, 'threats', id));
};

export const deleteThreat = async (database: Database, id: string): Promise<void> => {
  await database.deleteFrom('threats').where('id', '=', id).execute();
};

type Threat = ReturnType<typeof toThreat>;

const toThreat = (row: Selectable<Schema['threats']>) => ({
  id: row.id,
  created_at: row.created_at,
  updated_at: row.updated_at,
  ref_id: `T-${row.ref_number}`,
  title: row.title,
  description: row.description,
  source: row.source,
  priority: row.priority,
  status: row.status,
  is_custom: row.is_custom === 1,
  component: { id: row.component_id },
});
