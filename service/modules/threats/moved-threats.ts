import { sql } from 'kysely';
import { z } from 'zod';
import { lockRows } from '../../database/row-lock.ts';
import type { Database } from '../../database/schema.ts';
import { stamped } from '../../database/stamped.ts';
import { findDeleted } from '../../deletion/deleted-records.ts';

/**
 * A threat cannot change its component. To move a threat, a client creates a new threat, whose
 * `moved_from` is the ID of the original, and deletes the original. The original has the lower number of
 * the two threats at first. This number always belongs to the threat that was moved or restored last,
 * and the other threat gets the higher number.
 */

type Context = { database: Database; now: string };
/** A threat that exists, or a deleted one that can be restored because its component exists. */
type Numbered = { modelId: string; number: number; isDeleted: boolean };

const deletedSchema = z.looseObject({ component_id: z.string(), ref_number: z.int() });

const modelOf = async (database: Database, componentId: string): Promise<string | undefined> => {
  const row = await database
    .selectFrom('components')
    .innerJoin('canvases', 'canvases.id', 'components.canvas_id')
    .where('components.id', '=', componentId)
    .select('threat_model_id')
    .executeTakeFirst();
  return row?.threat_model_id;
};

const numbered = async (database: Database, id: string): Promise<Numbered | null> => {
  const row = await database
    .selectFrom('threats')
    .select(['component_id', 'ref_number'])
    .where('id', '=', id)
    .executeTakeFirst();
  const deleted = row ? null : await findDeleted(database, 'threats', id);
  const columns = row ?? deletedSchema.safeParse(deleted?.columns).data;
  const modelId = columns && (await modelOf(database, columns.component_id));
  if (!columns || modelId === undefined) return null;
  return { modelId, number: columns.ref_number, isDeleted: !row };
};

const setNumber = async (
  context: Context,
  id: string,
  { isDeleted }: Numbered,
  number: number,
): Promise<void> => {
  const { database } = context;
  if (!isDeleted) {
    const columns = await stamped(context, 'threats', id, { ref_number: number });
    await database.updateTable('threats').set(columns).where('id', '=', id).execute();
    return;
  }
  const deleted = await findDeleted(database, 'threats', id);
  await database
    .updateTable('deleted_records')
    .set({ content: JSON.stringify({ ...deleted?.columns, ref_number: number }) })
    .where('source', '=', 'threats')
    .where('id', '=', id)
    .execute();
};

/** Exchanges the numbers of two threats of one model, if `otherId` has the lower number. */
const takeLowerNumber = async (context: Context, id: string, otherId: string): Promise<void> => {
  const { database } = context;
  const modelId = (await numbered(database, id))?.modelId;
  if (modelId === undefined || id === otherId) return;
  // Locks the model, so that requests that change numbers in this model run one after another.
  await lockRows(database, 'threat_models', sql`id = ${modelId}`, 'no key update');
  const own = await numbered(database, id);
  const other = await numbered(database, otherId);
  if (!own || other?.modelId !== own.modelId || other.number > own.number) return;
  await setNumber(context, id, own, other.number);
  await setNumber(context, otherId, other, own.number);
};

/**
 * Stores that the threat `id` was moved from the threat `from`, and gives `id` the number of `from`. If
 * `from` is null, only removes the stored move.
 */
export const noteMove = async (
  context: Context,
  id: string,
  from: string | null,
): Promise<void> => {
  const { database } = context;
  await database.deleteFrom('moved_threats').where('id', '=', id).execute();
  if (from === null) return;
  await database.insertInto('moved_threats').values({ id, moved_from: from }).execute();
  await takeLowerNumber(context, id, from);
};

/**
 * Returns a list with the ID of the threat from which this threat was moved. The list is empty if this
 * threat was not moved.
 */
const originalOf = async (database: Database, id: string): Promise<string[]> => {
  const rows = await database
    .selectFrom('moved_threats')
    .select('moved_from')
    .where('id', '=', id)
    .execute();
  return rows.map((row) => row.moved_from);
};

/**
 * Gives the number of a moved threat back to the original, if the original still exists. The procedure
 * that deletes the moved threat calls this before the deletion.
 */
export const giveNumberBack = async (context: Context, id: string): Promise<void> => {
  for (const original of await originalOf(context.database, id)) {
    const found = await numbered(context.database, original);
    if (found && !found.isDeleted) await takeLowerNumber(context, original, id);
  }
};

/**
 * Gives a restored threat the lower number of a move again. The restored threat can be the original or
 * the moved threat.
 */
export const takeNumberBack = async (context: Context, id: string): Promise<void> => {
  const { database } = context;
  const moved = await database
    .selectFrom('moved_threats')
    .select('id')
    .where('moved_from', '=', id)
    .execute();
  const others = [...(await originalOf(database, id)), ...moved.map((row) => row.id)];
  for (const other of others) await takeLowerNumber(context, id, other);
};

/** Deletes the stored moves of threats that neither exist nor can be restored. */
export const forgetMoves = async (database: Database): Promise<void> => {
  const id = sql.ref('moved_threats.id');
  await database
    .deleteFrom('moved_threats')
    .where(sql<boolean>`not exists (select 1 from threats where threats.id = ${id})`)
    .where(
      sql<boolean>`not exists (select 1 from deleted_records
        where deleted_records.id = ${id} and source = 'threats')`,
    )
    .execute();
};
