import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPostgres } from '../../service/database/postgres.ts';
import type { Database } from '../../service/database/schema.ts';
import { openSqlite } from '../../service/database/sqlite.ts';
import { startPostgresServer } from '../../service/testing/postgres-server.ts';
import type { Table } from '../table.ts';

/**
 * Measures the service on one database. `location` is the file or the URL with which other processes can
 * open the database.
 */
type Measure = (name: string, location: string, database: Database) => Promise<Table['rows']>;

/**
 * Runs a benchmark on an empty SQLite database and then on an empty PostgreSQL database. Returns the
 * rows of both. As in production, the PostgreSQL server confirms a write only when the write is on the
 * disk.
 */
export const onBothDatabases = async (measure: Measure): Promise<Table> => {
  const folder = mkdtempSync(join(tmpdir(), 'parapet-bench-'));
  const server = await startPostgresServer({ isDurable: true });
  try {
    const file = join(folder, 'service.db');
    const onLostConnection = () => undefined;
    const postgres = openPostgres({ url: server.url, onLostConnection });
    const rows = [
      ...(await measure('SQLite', file, openSqlite(file))),
      ...(await measure('PostgreSQL', server.url, postgres)),
    ];
    return { versions: { node: process.version }, rows };
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
};
