/**
 * Returns the SQLSTATE of an error from PostgreSQL, or undefined for any other error. Recognizes an
 * error from PostgreSQL by its properties instead of its class, so that only `postgres.ts` has to load
 * the driver.
 */
export const sqlStateOf = (error: unknown): string | undefined =>
  error instanceof Error && 'severity' in error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;

/**
 * The SQLSTATE for a prepared statement that no longer fits its table, because another instance has
 * migrated. `postgres.ts` then ends the connection, and the next connection prepares the statement
 * again.
 */
export const outdatedPlan = '0A000';
