import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';

const schemaRow = z.object({ type: z.string(), name: z.string(), sql: z.string() });
const statementRow = z.object({ statement: z.string() });

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Returns INSERT statements for all rows of a table. Other database systems understand them too. */
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
 * Returns SQL that creates a copy of a SQLite file. Triggers come last, so that they do not change the
 * rows again. A full-text index creates its own tables with some rows, so these rows are replaced with
 * those of the file.
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
  const typeOf = new Map(
    database
      .prepare('PRAGMA table_list')
      .all()
      .map((row) => [String(row['name']), String(row['type'])]),
  );
  const isShadow = (name: string): boolean => typeOf.get(name) === 'shadow';
  const of = (type: string): string[] =>
    schema.flatMap((each) => (each.type === type && !isShadow(each.name) ? [each.sql] : []));
  const tables = schema
    .filter(({ type, name }) => type === 'table' && typeOf.get(name) !== 'virtual')
    .map(({ name }) => name);
  const rows = tables.flatMap((table) => [
    ...(isShadow(table) ? [`DELETE FROM ${quoted(table)}`] : []),
    ...insertsOf(database, table),
  ]);
  // Inserting rows sets the AUTOINCREMENT counter of each table to the highest existing ID. Deleted rows
  // may have had higher IDs, so the counters are copied too.
  const hasCounters = of('table').some((sql) => /AUTOINCREMENT/i.test(sql));
  const counters = hasCounters
    ? ['DELETE FROM sqlite_sequence', ...insertsOf(database, 'sqlite_sequence')]
    : [];
  database.close();
  const all = [...of('table'), ...rows, ...counters, ...of('index'), ...of('trigger')];
  return all.map((statement) => `${statement};\n`).join('');
};

/** Creates a SQLite file from SQL that `sqlOf` returned. */
export const fileOfSql = (path: string, sqlPath: string): void => {
  // By default, SQLite does not let SQL write to the tables of a full-text index.
  const database = new DatabaseSync(path, { defensive: false });
  database.exec('PRAGMA foreign_keys = OFF');
  database.exec('BEGIN');
  database.exec(readFileSync(sqlPath, 'utf8'));
  database.exec('COMMIT');
  database.close();
};
