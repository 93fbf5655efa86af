import type { Expression } from 'kysely';
import type { Database } from '../../database/schema.ts';

/**
 * Takes `count` numbers of a threat model and gives the first. They are never given again, since
 * the model remembers the highest and not the threats that have them.
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
