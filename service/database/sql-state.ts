/**
 * Returns the SQLSTATE of an error from PostgreSQL. Recognizes it by its shape, so that only
 * `postgres.ts` has to load the driver.
 */
export const sqlStateOf = (error: unknown): string | undefined =>
  error instanceof Error && 'severity' in error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;

/**
 * A prepared statement no longer fits its table, because another instance has migrated. Its
 * connection ends (`postgres.ts`), and another one prepares it again.
 */
export const outdatedPlan = '0A000';
