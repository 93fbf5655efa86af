import { sql } from 'kysely';
import type { Database } from '../database/schema.ts';

/** Returns all rows by table, in an order that does not depend on how they are stored. */
export const everythingIn = async (database: Database): Promise<Record<string, string[]>> => {
  const tables = await database.introspection.getTables();
  const rows: [string, string[]][] = [];
  for (const { name } of tables) {
    const found = await sql`select * from ${sql.table(name)}`.execute(database);
    rows.push([name, found.rows.map((row) => JSON.stringify(row)).toSorted()]);
  }
  return Object.fromEntries(rows);
};
