import { PostgresAdapter } from 'kysely';
import type { Database } from './schema.ts';

export type Dialect = 'sqlite' | 'postgres';

/** Returns the dialect, for the few statements that SQLite and PostgreSQL cannot share. */
export const dialectOf = (database: Database): Dialect =>
  database.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
