import { sql, type RawBuilder } from 'kysely';
import { stamped } from '../../database/stamped.ts';
import type { OpenContext } from '../../protocol/request-context.ts';

type Context = Pick<OpenContext, 'database' | 'now'>;
type Table = Parameters<typeof stamped>[1];
type Values = Record<string, string | number | null>;

/**
 * Makes the same changes to every matching record, and increases the `updated_at` of each. One statement
 * changes all records whose `updated_at` is earlier than `now`. The few other records were changed in
 * the same millisecond, or by an instance whose clock is ahead. Each of them needs its own new
 * `updated_at`, so they are changed one by one.
 */
export const changeAll = async (
  context: Context,
  table: Table,
  which: RawBuilder<unknown>,
  values: Values,
): Promise<void> => {
  const { database, now } = context;
  const write = async (records: RawBuilder<unknown>, changes: Values) => {
    const set = Object.entries(changes).map(([field, value]) => sql`${sql.ref(field)} = ${value}`);
    await sql`update ${sql.table(table)} set ${sql.join(set)} where ${records}`.execute(database);
  };
  const late = sql<{ id: string }>`
    select id from ${sql.table(table)} where (${which}) and updated_at >= ${now}`;
  for (const { id } of (await late.execute(database)).rows) {
    await write(sql`id = ${id}`, await stamped(context, table, id, values));
  }
  await write(sql`(${which}) and updated_at < ${now}`, { ...values, updated_at: now });
};
