import { sql } from 'kysely';
import { dialectOf } from '../database/dialect.ts';
import type { Database, Schema } from '../database/schema.ts';

/** A row that the database fails to write. Without `column`, writing any row of the table fails. */
export type FailingRow = {
  event: 'insert' | 'update' | 'delete';
  table: keyof Schema;
  column?: string;
  value?: string;
};

/** The database's error message, which no response may contain. */
export const innerMessage = 'the disk of db-7 is full';

/** Makes the database fail at a row. Returns a function that undoes this. */
export const failAt = async (
  database: Database,
  { event, table, column, value = '' }: FailingRow,
): Promise<() => Promise<void>> => {
  const row = event === 'delete' ? 'old' : 'new';
  const when = column === undefined ? '' : `when (${row}.${column} = '${value}')`;
  const isPostgres = dialectOf(database) === 'postgres';
  const statements = isPostgres
    ? [
        `create or replace function fail() returns trigger language plpgsql as
         $$ begin raise exception '${innerMessage}'; end $$`,
        `create trigger failing before ${event} on ${table}
         for each row ${when} execute function fail()`,
      ]
    : [
        `create trigger failing before ${event} on ${table} ${when}
         begin select raise(abort, '${innerMessage}'); end`,
      ];
  for (const statement of statements) await sql.raw(statement).execute(database);
  const end = isPostgres ? `drop trigger failing on ${table}` : 'drop trigger failing';
  return async () => {
    await sql.raw(end).execute(database);
  };
};
