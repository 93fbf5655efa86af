import { PostgresAdapter } from 'kysely';
import type { Database } from './schema.ts';

export type Dialect = 'sqlite' | 'postgres';

/** Which database it is, for the few statements that the two have no words in common for. */
export const dialectOf = (database: Database): Dialect =>
  database.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
