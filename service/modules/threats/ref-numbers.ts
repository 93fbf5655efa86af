import { sql, type Expression } from 'kysely';
import { within, type RecordTable } from '../../database/record-tables.ts';
import type { Database } from '../../database/schema.ts';

/**
 * Reserves `count` threat numbers of a threat model and returns the first one. Numbers are never reused,
 * because the model stores the highest number.
 */
export const takeRefNumbers = async (
  database: Database,
  modelId: string | Expression<string>,
  count: number,
): Promise<number> => {
  const { last_ref_number: last } = await database
    .updateTable('threat_models')
    .set((eb) => ({ last_ref_number: eb('last_ref_number', '+', count) }))
    .where('id', '=', modelId)
    .returning('last_ref_number')
    .executeTakeFirstOrThrow();
  return last - count + 1;
};

/**
 * Gives restored threats new numbers if other threats of the model have their former numbers, or if
 * their former numbers are higher than all numbers of the model so far. This happens if the canvas was
 * moved to another model after the threats were deleted.
 */
export const renumberTaken = async (
  database: Database,
  table: RecordTable,
  id: string,
): Promise<void> => {
  if (table !== 'canvases' && table !== 'components' && table !== 'threats') return;
  const isRoot = sql<boolean>`${sql.ref(`${table}.id`)} = ${id}`;
  const restored = await database
    .selectFrom('threats')
    .innerJoin('components', 'components.id', 'threats.component_id')
    .innerJoin('canvases', 'canvases.id', 'components.canvas_id')
    .innerJoin('threat_models', 'threat_models.id', 'canvases.threat_model_id')
    .where(within('threats', table, isRoot))
    .orderBy('ref_number')
    .select(['threats.id', 'ref_number', 'threat_model_id', 'last_ref_number'])
    .execute();
  const [first] = restored;
  if (!first) return;
  const { threat_model_id: modelId, last_ref_number: last } = first;
  const all = await database
    .selectFrom('threats')
    .innerJoin('components', 'components.id', 'threats.component_id')
    .innerJoin('canvases', 'canvases.id', 'components.canvas_id')
    .where('threat_model_id', '=', modelId)
    .select(['threats.id', 'ref_number'])
    .execute();
  const ids = new Set(restored.map((threat) => threat.id));
  const taken = new Set(all.flatMap((threat) => (ids.has(threat.id) ? [] : [threat.ref_number])));
  for (const { id: threatId, ref_number } of restored) {
    if (ref_number <= last && !taken.has(ref_number)) continue;
    await database
      .updateTable('threats')
      .set({ ref_number: await takeRefNumbers(database, modelId, 1) })
      .where('id', '=', threatId)
      .execute();
  }
};
