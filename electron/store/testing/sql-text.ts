import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';

const schemaRow = z.object({ type: z.string(), name: z.string(), sql: z.string() });
const statementRow = z.object({ statement: z.string() });

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Returns INSERT statements for all rows of a table. Other databases understand them too. */
const insertsOf = (database: DatabaseSync, table: string): string[] => {
  const columns = database
    .prepare(`SELECT name FROM pragma_table_info(?)`)
    .all(table)
    .map((row) => String(row['name']));
  const values = columns.map((name) => `quote(${quoted(name)})`).join(` || ', ' || `);
  const names = columns.map(quoted).join(', ');
  return database
    .prepare(
      `SELECT 'INSERT INTO ${quoted(table)} (${names}) VALUES (' || ${values} || ')' AS statement
       FROM ${quoted(table)}`,
    )
    .all()
    .map((row) => statementRow.parse(row).statement);
};

/**
 * Returns a SQLite file as SQL. Triggers come last, so that they do not change the rows again.
 */
export const sqlOf = (path: string): string => {
  const database = new DatabaseSync(path, { readOnly: true });
  const schema = database
    .prepare(
      `SELECT type, name, sql FROM sqlite_schema
       WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY rowid`,
    )
    .all()
    .map((row) => schemaRow.parse(row));
  const of = (type: string): string[] =>
    schema.flatMap((each) => (each.type === type ? [each.sql] : []));
  const tables = schema.filter(({ type }) => type === 'table').map(({ name }) => name);
  const rows = tables.flatMap((table) => insertsOf(database, table));
  // The rows above set the last IDs to those of existing rows, but deleted ones were higher.
  const hasCounters = of('table').some((sql) => /AUTOINCREMENT/i.test(sql));
  const counters = hasCounters
    ? ['DELETE FROM sqlite_sequence', ...insertsOf(database, 'sqlite_sequence')]
    : [];
  database.close();
  const all = [...of('table'), ...rows, ...counters, ...of('index'), ...of('trigger')];
  return all.map((statement) => `${statement};\n`).join('');
};

/** Creates the SQLite file that `sqlOf` returned the SQL of. */
export const fileOfSql = (path: string, sqlPath: string): void => {
  const database = new DatabaseSync(path);
  database.exec('PRAGMA foreign_keys = OFF');
  database.exec('BEGIN');
  database.exec(readFileSync(sqlPath, 'utf8'));
  database.exec('COMMIT');
  database.close();
};
