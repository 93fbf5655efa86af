import type { Database } from './schema.ts';

/** Runs one select statement on the last committed state. */
export type DirectRead = (
  text: string,
  parameters: readonly unknown[],
) => unknown[] | Promise<unknown[]>;

const reads = new WeakMap<Database, DirectRead>();

/**
 * Sets the function that runs frequent select statements. They bypass Kysely, because Kysely takes as
 * long to prepare a statement as the database takes to run it. On SQLite, these statements use a
 * separate connection. So they do not wait for a transaction, and do not see its uncommitted writes.
 */
export const setDirectRead = (database: Database, read: DirectRead): void => {
  reads.set(database, read);
};

/**
 * Returns the function that `setDirectRead` has set. Returns `undefined` for a transaction, because its
 * statements have to see the transaction's own writes.
 */
export const directReadOf = (database: Database): DirectRead | undefined => reads.get(database);
