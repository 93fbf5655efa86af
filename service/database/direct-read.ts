import type { Database } from './schema.ts';

/** Runs one select statement on the last committed state. */
export type DirectRead = (
  text: string,
  parameters: readonly unknown[],
) => unknown[] | Promise<unknown[]>;

const reads = new WeakMap<Database, DirectRead>();

/**
 * Lets frequent statements bypass Kysely, because Kysely needs as long to prepare a statement as
 * the database to run it. On SQLite these statements use a connection of their own. They neither
 * wait for a transaction nor see its uncommitted writes.
 */
export const setDirectRead = (database: Database, read: DirectRead): void => {
  reads.set(database, read);
};

/** Returns `undefined` for a transaction, because its statements have to see its own writes. */
export const directReadOf = (database: Database): DirectRead | undefined => reads.get(database);
